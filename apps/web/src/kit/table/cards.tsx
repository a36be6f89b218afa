import { Checkbox } from 'antd';
import type { Key, ReactNode } from 'react';
import { RowActions } from './row-actions';
import type { DataTableProps } from './types';
import './cards.css';

interface DataCardsProps<Row>
  extends Pick<
    DataTableProps<Row>,
    'rows' | 'rowKey' | 'columns' | 'selectedKeys' | 'select' | 'untickable' | 'rowActions' | 'empty'
  > {
  /** a cell as the table draws it */
  cell: (row: Row, field: Extract<keyof Row, string>) => ReactNode;
}

/** A card has no columns to keep in line: what is not there is left out. */
const isBlankCell = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The rows of a table as cards, for a phone: the first two columns are the heading, the others follow as label and value. */
export function DataCards<Row extends object>(props: DataCardsProps<Row>) {
  const { rows, columns, rowKey, rowActions, select, cell } = props;
  const selected = new Set(props.selectedKeys);
  const head = columns.slice(0, 2);
  const rest = columns.slice(2);
  if (rows.length === 0) return <div className="kit-table-cards">{props.empty}</div>;
  const toggle = (key: Key): void => {
    const keys = selected.has(key) ? [...selected].filter((other) => other !== key) : [...selected, key];
    select?.(
      keys,
      // the key field of a row holds its id
      rows.filter((row) => keys.includes(row[rowKey] as Key)),
    );
  };
  return (
    <ul className="kit-table-cards">
      {rows.map((row) => {
        // the key field of a row holds its id
        const key = row[rowKey] as Key;
        return (
          <li key={key}>
            <header>
              {select ? (
                <Checkbox
                  aria-label="选择"
                  checked={selected.has(key)}
                  disabled={props.untickable?.(row) ?? false}
                  onChange={() => toggle(key)}
                />
              ) : null}
              {head.map(({ value }) => (
                <b key={value}>{cell(row, value)}</b>
              ))}
            </header>
            <dl>
              {rest
                .filter(({ value }) => !isBlankCell(row[value]))
                .map(({ value, label }) => (
                  <div key={value}>
                    <dt>{label}</dt>
                    <dd>{cell(row, value)}</dd>
                  </div>
                ))}
            </dl>
            {rowActions ? (
              <footer>
                <RowActions actions={rowActions(row)} />
              </footer>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
