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
  /** On narrow screens each row is a card, for tables with more in a row than fits there. */
  stacked?: boolean;
}

/** What is laid out as a card is still a table to those who hear it. */
const tableRoles = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' };

/** On narrow screens it scrolls inside of itself, never the page. */
export function DataTable<Row>({ label, columns, rows, rowKey, stacked = false }: DataTableProps<Row>) {
  const cellProps = ({ align, hideBelow }: Column<Row>) => ({
    'data-align': align,
    'data-hide-below': hideBelow,
  });
  const role = (part: keyof typeof tableRoles) => (stacked ? { role: tableRoles[part] } : {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keyboard must be able to reach it.
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
                <span className={column.hideHeader ? classes['unseen'] : undefined}>{column.header}</span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...role('group')}>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} {...role('row')}>
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
