import type { JurisdictionChange } from '@tongda/contract/base/org/jurisdiction';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { extension, onlyPart } from '../../../core/run/extension';

/** Writes what a department's form changed of its 管辖范围, in the transaction that saves the department. */
export type SaveJurisdiction = (
  trx: Trx,
  ctx: Ctx,
  orgId: string,
  change: JurisdictionChange | undefined,
) => Promise<void>;

/** Grants belong to the company wing, which adds its part here. */
export const saveJurisdiction = extension<SaveJurisdiction>();

/** Saves the change if there is one; throws when no module registered a way to save it, so that no tick is lost silently. */
export const writeJurisdiction: SaveJurisdiction = async (trx, ctx, orgId, change) => {
  if (change) await onlyPart(saveJurisdiction, 'saving of 管辖范围')(trx, ctx, orgId, change);
};
