import { message } from '@tongda/contract/core/messages';
import { verifyRecord } from '@tongda/contract/watch/seal/calls';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { tooManyAtOnce } from '../../../core/http/errors';
import { PerMinute } from '../../../core/http/per-minute';
import { publicRoute } from '../../../core/http/route';
import { checkRecord } from './verify';

/** Checks per minute from one address: an auditor goes through a pile of records, and nobody tries out codes. */
const checksPerMinute = 20;

/** Binds the check of sealed records, for whoever holds one. */
export function sealRoutes(app: FastifyInstance, db: Kysely<DB>): void {
  const limit = new PerMinute(checksPerMinute);
  publicRoute(app, verifyRecord, ({ ip }, { number, code }) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return checkRecord(db, number, code);
  });
}
