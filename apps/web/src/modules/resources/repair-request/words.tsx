import type { RepairRequestRow } from '@tongda/contract/resources/repair-request/calls';
import { repairRequestState, visitHalf } from '@tongda/contract/resources/repair-request/enums';
import { none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';

export const requestTones = {
  [repairRequestState.waiting]: 'amber',
  [repairRequestState.accepted]: 'blue',
  [repairRequestState.working]: 'blue',
  [repairRequestState.done]: 'green',
  [repairRequestState.rated]: 'done',
  [repairRequestState.cancelled]: 'grey',
};

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
/** `12-01 周二` */
export const dayWord = (day: string): string => `${day.slice(5)} ${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}`;

/** When the engineer comes: `2026-12-01 上午`. */
export const visitWord = (row: Pick<RepairRequestRow, 'visitDate' | 'visitHalf'>): string =>
  `${row.visitDate} ${visitHalf.label(row.visitHalf)}`;

/** The tabs of both lists: every state with its number. */
export const stateTabs = (counts: ReadonlyArray<{ state: number; count: number }> | undefined) => [
  { name: '全部', count: counts?.reduce((sum, { count }) => sum + count, 0) },
  ...repairRequestState.options.map(({ code, name }) => ({
    code,
    name,
    count: counts && (counts.find(({ state }) => state === code)?.count ?? 0),
  })),
];

/** Cells that the company's and the provider's list draw alike; `open` shows a request in full. */
export const requestCells = (open: (id: string) => void): Cells<RepairRequestRow> => ({
  requestNo: (row) => (
    <button type="button" className="td-plain td-link" onClick={() => open(row.id)}>
      {row.requestNo}
    </button>
  ),
  state: (row) => <StateDot of={repairRequestState} tones={requestTones} code={row.state} />,
  visitDate: visitWord,
  score: (row) => (row.score === null ? none : `${row.score} 分`),
});
