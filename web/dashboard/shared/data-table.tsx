import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  header: string;
  render(row: Row): ReactNode;
  align?: 'right';
  /** Not shown where there is little room: 'sm' is below a tablet's width, 'md' below a small desktop's. */
  hideBelow?: 'sm' | 'md';
  /** For columns whose content says what they are; screen readers still get the header. */
  hideHeader?: boolean;
}

interface DataTableProps<Row> {
  /** Names the table. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): string;
}

/** On narrow screens it scrolls inside of itself, never the page. */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const cellProps = ({ align, hideBelow }: Column<Row>) => ({
    'data-align': align,
    'data-hide-below': hideBelow,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keyboard must be able to reach it.
    <section className={classes['scroll']} aria-label={label} tabIndex={0}>
      <Table className={classes['table'] ?? ''} verticalSpacing={9} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} scope="col" {...cellProps(column)}>
                <span className={column.hideHeader ? classes['unseen'] : undefined}>{column.header}</span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.header} {...cellProps(column)}>
                  {column.render(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
