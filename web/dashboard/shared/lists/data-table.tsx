import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { openRow } from './open-row.ts';

export interface Column<Row> {
  header: string;
  render(row: Row): ReactNode;
  align?: 'right';
  /** Hides the column on narrow screens: 'sm' below tablet width, 'md' below small desktop width. */
  hideBelow?: 'sm' | 'md';
  /** For columns whose content is self-explanatory; screen readers still get the header. */
  hideHeader?: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): string;
  /** Shows each row as a card on narrow screens, for tables that are too wide for them. */
  stacked?: boolean;
}

/** The card layout removes the native table roles; these bring them back for screen readers. */
const tableRoles = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' };

/** A click anywhere in a row opens the link in its first cell. On narrow screens the table scrolls, never the page. */
export function DataTable<Row>({ label, columns, rows, rowKey, stacked = false }: DataTableProps<Row>) {
  const cellProps = ({ align, hideBelow }: Column<Row>) => ({
    'data-align': align,
    'data-hide-below': hideBelow,
  });
  const role = (part: keyof typeof tableRoles) => (stacked ? { role: tableRoles[part] } : {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
    <section className={classes['scroll']} aria-label={label} tabIndex={0}>
      <Table
        className={`${classes['table']} ${stacked ? classes['stacked'] : ''}`}
        verticalSpacing={9}
        highlightOnHover
        {...role('table')}
      >
        <Table.Thead {...role('group')}>
          <Table.Tr {...role('row')}>
            {columns.map((column) => (
              <Table.Th key={column.header} scope="col" {...role('header')} {...cellProps(column)}>
                <span className={column.hideHeader ? 'unseen' : undefined}>{column.header}</span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...role('group')}>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} onClick={openRow} onAuxClick={openRow} {...role('row')}>
              {columns.map((column) => (
                <Table.Td
                  key={column.header}
                  data-label={column.hideHeader ? undefined : column.header}
                  {...role('cell')}
                  {...cellProps(column)}
                >
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
