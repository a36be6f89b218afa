import { callResult } from '@tongda/contract/company/openapi/enums';
import type { CallLine } from '@tongda/contract/company/openapi/usage';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';

const tones = { ok: 'green', failed: 'red', refused: 'amber' } as const;

/** How calls of programs are drawn, for their company and for the provider. */
export const callCells: Cells<CallLine> = {
  result: (line) => <StateDot of={callResult} tones={tones} code={line.result} />,
  code: (line) => String(line.code),
};
