import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { enableStatus } from '@tongda/contract/resources/enums';
import type { z } from 'zod';
import { useSetOne } from '../list/register';
import type { RowAction } from '../table/types';
import { StateDot } from './state-dot';

const tones = { [enableStatus.enabled]: 'green', [enableStatus.disabled]: 'grey' };
/** 启用 or 停用 as a dot and its word. */
export const EnableDot = ({ status }: { status: number }) => <StateDot of={enableStatus} tones={tones} code={status} />;

/** The word of a row that switches it off or on; `ask` says what switching off means, `field` is the field of the call that carries the code; `failed` looks at a refusal of the row with this id first. */
export function useEnableAction(
  of: Endpoint<z.ZodType, z.ZodType<BatchLine[]>>,
  ask: string,
  field = 'status',
  failed?: (id: string, error: unknown) => boolean,
): (row: { id: string; name: string; status: number }, changed: () => void) => RowAction {
  const setOne = useSetOne(of, failed && (({ id }, error) => failed(id, error)));
  return ({ id, name, status }, changed) => {
    const off = status === enableStatus.enabled;
    const code = off ? enableStatus.disabled : enableStatus.enabled;
    const change = { id, name, field, code, state: enableStatus.label(code), ask: off ? ask : undefined };
    return { label: off ? '停用' : '启用', can: of, run: () => setOne(change, changed) };
  };
}
