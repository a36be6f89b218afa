import type { Foot } from '@tongda/contract/reports/kit/report';
import type { ReactNode } from 'react';
import type { List } from '../../kit/list/use-rows';
import type { RowAction } from '../../kit/table/types';
import type { AnyRow } from './cells';

/**
 * What a report's screen does beyond showing its rows: the slot for whoever acts on them. Everything that only shows belongs into the
 * declaration.
 */
export interface ReportExtras {
  /** words at the end of a row, before 明细 and 轨迹 */
  rowActions?: (row: AnyRow) => RowAction[];
  /** opens a row that was clicked: does what one of its words does */
  onRow?: (row: AnyRow) => void;
  /** words for the chosen rows; present = rows can be ticked */
  batch?: (rows: AnyRow[]) => ReactNode;
  /** buttons of the toolbar, before 导出 */
  toolbar?: ReactNode;
  /** a sign after the buttons of the toolbar: what the rows rest on */
  mark?: ReactNode;
  /** charts over the list, of the foot: shown with the button 图表 as those of a report with `spread` are */
  charts?: (foot: Foot) => ReactNode;
  /** dialogs and drawers while they are open */
  open?: ReactNode;
}

/** A hook that the page of the screen calls with its list. */
export type UseReportExtras = (list: List<AnyRow>) => ReportExtras;

const nothing: ReportExtras = {};
export const useNoExtras: UseReportExtras = () => nothing;
