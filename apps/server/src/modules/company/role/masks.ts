import { type FieldMask, fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError } from '../../../core/http/errors';

export const maskWords = (masks: readonly string[]): string =>
  fieldMask.codes
    .filter((mask) => masks.includes(mask))
    .map((mask) => fieldMask.label(mask))
    .join('、');

/** Throws 4003 when a role would stop hiding a field that is hidden from the caller himself. */
export function guardMasks(ctx: Ctx, before: readonly string[], after: readonly FieldMask[]): void {
  const shown = fieldMask.codes.filter(
    (mask) => before.includes(mask) && !after.includes(mask) && ctx.rights.masks.has(mask),
  );
  if (shown.length > 0) throw forbiddenError(`您自己看不到${maskWords(shown)}，不能取消其脱敏`);
}
