import type { Report } from '@tongda/contract/reports/kit/report';
import { formatNumber } from '../../kit/show/format';
import { shortPlace } from '../../kit/show/place';
import type { AnyRow } from './cells';

interface MapSideProps {
  of: Report;
  rows: readonly AnyRow[];
  /** columns of figures with a short heading each, in their order */
  figures: Readonly<Record<string, string>>;
  chosenId: string | null;
  choose: (id: string | null) => void;
}

/** The rows of the map beside it, in groups by their kind: a click chooses the circle, and the other way round. */
export function MapSide({ of, rows, figures, chosenId, choose }: MapSideProps) {
  const { name = '' } = of.map ?? {};
  const kinds = Object.entries(of.columns.kind?.words ?? {});
  const groups = kinds.map(([kind, word]) => ({ kind, word, rows: rows.filter((row) => row.kind === kind) }));
  const figureOf = (row: AnyRow, column: string): string => {
    const value = row[column];
    const { decimals } = of.columns[column] ?? {};
    return formatNumber(typeof value === 'number' ? value : null, typeof decimals === 'number' ? decimals : 0);
  };
  return (
    <div className="reports-kit-side">
      <table aria-label={`${of.title}列表`}>
        <thead>
          <tr>
            <th>
              {rows.length} {of.unit}
            </th>
            {Object.entries(figures).map(([column, heading]) => (
              <th key={column} title={String(of.columns[column]?.label ?? '')}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) =>
          group.rows.length === 0 ? null : (
            <tbody key={group.kind}>
              <tr className="reports-kit-side-group">
                <th colSpan={Object.keys(figures).length + 1} scope="rowgroup">
                  {group.word} <span>{group.rows.length} 处</span>
                </th>
              </tr>
              {group.rows.map((row) => (
                <tr key={row.id} data-chosen={row.id === chosenId}>
                  <td>
                    <button
                      type="button"
                      className="td-plain"
                      title={String(row[name] ?? '')}
                      onClick={() => choose(row.id === chosenId ? null : row.id)}
                    >
                      <i className="reports-kit-ring" data-dashed={group.kind === 'outside'} />{' '}
                      {shortPlace(String(row[name] ?? ''))}
                    </button>
                  </td>
                  {Object.keys(figures).map((column) => (
                    <td key={column}>{figureOf(row, column)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}
