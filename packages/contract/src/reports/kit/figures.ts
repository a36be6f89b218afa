import { type Asked, isMean, type ReportColumn, resolveByFilter } from './columns';

/** How the figure of a column reads where it stands without its table. */
export interface FigureLook {
  label: string;
  /** '' = it has none */
  unit: string;
  decimals: number;
}

/** `总停车时长(h)` as name and unit. */
function labelParts(label: string): [name: string, unit: string] {
  const at = label.search(/[（(]/u);
  return at >= 0 && /[)）]$/u.test(label) ? [label.slice(0, at), label.slice(at + 1, -1)] : [label, ''];
}

/** How a column's foot reads above the table or in a message, for what was asked. */
export function figureLook(column: ReportColumn, asked: Asked): FigureLook {
  const [label, unit] = labelParts(resolveByFilter(column.alone ?? column.label, asked));
  return {
    label: isMean(column.total) ? `平均${label}` : label,
    unit,
    decimals: resolveByFilter(column.decimals ?? 0, asked),
  };
}

/** The foot's figure of a column. What adds up is 0 where there are no rows; means, highest and lowest are not known there. */
export function figureValue(
  name: string,
  { total }: ReportColumn,
  foot: { rows: number; values: Readonly<Record<string, number | null>> },
): number | null {
  const addsUp = total === 'sum' || (typeof total === 'object' && 'distinct' in total);
  return foot.values[name] ?? (foot.rows === 0 && addsUp ? 0 : null);
}
