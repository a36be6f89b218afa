import type { JurisdictionChange } from '@tongda/contract/company/resource-auth/jurisdiction';
import type { Transaction } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { extension } from '../../../core/run/extension';

/** Writes what a department's form changed of its 管辖范围, in the transaction that saves the department. */
export type SaveJurisdiction = (
  trx: Transaction<DB>,
  ctx: Ctx,
  orgId: string,
  change: JurisdictionChange | undefined,
) => Promise<void>;

/** Grants belong to the company wing, which adds its part here. */
export const saveJurisdiction = extension<SaveJurisdiction>();
