import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { enableStatus } from '@tongda/contract/resources/enums';
import type { z } from 'zod';
import { setOne } from '../list/register';
import type { RowAction } from '../table/types';
import { StateDot } from './state-dot';

const tones = { [enableStatus.enabled]: 'green', [enableStatus.disabled]: 'grey' };
/** 启用 or 停用 as a dot and its word. */
export const EnableDot = ({ status }: { status: number }) => <StateDot of={enableStatus} tones={tones} code={status} />;

/** The word of a row that switches it off or on; `ask` says what switching off means. */
export function enableAction(
  call: Endpoint<z.ZodType, z.ZodType<BatchLine[]>>,
  row: { id: string; name: string; status: number },
  ask: string,
  done: () => void,
): RowAction {
  const off = row.status === enableStatus.enabled;
  const code = off ? enableStatus.disabled : enableStatus.enabled;
  return {
    label: off ? '停用' : '启用',
    can: call,
    run: () =>
      setOne(call, row, { field: 'status', code, name: enableStatus.label(code), ask: off ? ask : undefined }, done),
  };
}
