import { closeSync, openSync, readSync } from 'node:fs';
import { announce, maxBodyBytes } from '../../messages/email/announcements.ts';
import { maxSubjectLength } from '../../messages/email/writing/letter.ts';
import { type Command, textOf, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print, startCount } from '../output.ts';

const noMailServer =
  'SMTP_URL is not set here. The e-mails wait in the outbox for up to 24 hours, until a worker with SMTP_URL sends them.';

export const announceCommands: Command[] = [
  {
    name: 'announce',
    usage: '--subject SUBJECT --body-file FILE [--dry-run]',
    summary:
      'Send one e-mail to every merchant with a key that is not revoked. If interrupted, run it again to continue.',
    help: [
      `--subject SUBJECT  one line, at most ${maxSubjectLength} characters`,
      `--body-file FILE   plain text in UTF-8, at most ${maxBodyBytes / 1024} KB. Blank lines separate paragraphs, URLs become links`,
      '--dry-run          print how many merchants would get it, without sending',
      '',
    ],
    options: {
      subject: { type: 'string' },
      'body-file': { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
    args: [],
    async run(values) {
      const subject = subjectOf(values);
      const body = bodyOf(textOf(values, 'body-file'));
      const dryRun = values['dry-run'] === true;
      const count = startCount();
      const result = await withContext((ctx) => {
        if (!ctx.mailer && !dryRun) process.stderr.write(`${noMailServer}\n`);
        return announce(
          ctx,
          { subject, body },
          {
            dryRun,
            onProgress: ({ merchants, already, queued }) => {
              count.show(`${already + queued} of ${merchants} merchants ${dryRun ? 'counted' : 'queued'}`);
            },
          },
        );
      }).finally(() => count.end());
      for (const id of result.unreachable)
        process.stderr.write(`Left out: ${id} has an invalid e-mail address.\n`);
      print(values, {
        announcement_id: result.announcementId,
        dry_run: dryRun,
        merchants: result.merchants,
        already_queued: result.already,
        [dryRun ? 'would_queue' : 'queued']: result.queued,
        left_out: result.unreachable.length,
      });
    },
  },
];

function subjectOf(values: Values): string {
  const subject = textOf(values, 'subject').trim();
  const length = [...subject].length;
  if (length < 1 || length > maxSubjectLength)
    throw new UsageError(`--subject must have 1 to ${maxSubjectLength} characters, not ${length}.`);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
    throw new UsageError('--subject must be one line, without tabs or other control characters.');
  return subject;
}

function bodyOf(path: string): string {
  const refuse = (problem: string) => new UsageError(`--body-file "${path}" ${problem}`);
  const bytes = readStart(path, maxBodyBytes + 1);
  if (bytes.length > maxBodyBytes) throw refuse(`is longer than ${maxBodyBytes / 1024} KB. Shorten it.`);
  const body = decode(bytes)?.replace(/\r\n?/g, '\n').trimEnd();
  if (body === undefined || body.includes('\0'))
    throw refuse('is not plain text in UTF-8. Save it as UTF-8.');
  if (body.trim() === '') throw refuse('is empty. Write the text of the announcement in it.');
  return body;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads at most `maxBytes`, since the path may be a device or a pipe. */
function readStart(path: string, maxBytes: number): Buffer {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(maxBytes);
      let length = 0;
      let read: number;
      do {
        read = readSync(file, buffer, length, maxBytes - length, null);
        length += read;
      } while (read > 0 && length < maxBytes);
      return buffer.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(
      `--body-file "${path}" cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}
