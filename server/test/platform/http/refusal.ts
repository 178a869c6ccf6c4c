import { expect } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../../src/lib/errors.ts';
import type { Answer } from '../../support/call.ts';

/** The envelope of a failure, whole: the code asked for, its status in the line and in the body, a message. */
export function expectRefusal(answer: Pick<Answer, 'status' | 'json' | 'text'>, code: ErrorCode): void {
  const { status } = errorCatalogue[code];
  expect(answer.json, answer.text).toMatchObject({ success: false, error: { code, status } });
  expectEnvelope(answer);
}

/** What is true of every answer of the API, whatever was asked. */
export function expectEnvelope(answer: Pick<Answer, 'status' | 'json' | 'text'>): void {
  const { json, status, text } = answer;
  expect(json, text).toBeTypeOf('object');
  if (json.success === true) {
    expect([200, 201]).toContain(status);
    expect(Object.keys(json).filter((name) => name !== 'has_more')).toEqual(['success', 'data']);
    return;
  }
  expect(json).toEqual({
    success: false,
    error: expect.objectContaining({ code: expect.any(String), message: expect.any(String), status }),
  });
  const { code, message, details = {}, ...rest } = json.error;
  expect(rest).toEqual({ status });
  expect(message).not.toBe('');
  expect(details).toBeTypeOf('object');
  expect(errorCatalogue).toHaveProperty([code, 'status'], status);
}
