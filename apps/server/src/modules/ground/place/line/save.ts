import type { Parsed } from '@tongda/contract/core/endpoint';
import { placeKind, placeSource } from '@tongda/contract/ground/place/enums';
import { type lineAdd, unbridged } from '@tongda/contract/ground/place/track-line';
import { jumpsOver } from '@tongda/geo/bridge';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { insertPlace } from '../service';
import { groundOf } from '../write';
import { driveOf, gapsOf } from './from-track';
import { insertSites } from './sites';

/** Saves a line that was made from a drive: what nobody saw has to be drawn; the sites at its stands come with it. */
export async function addTrackLine(
  ctx: Ctx,
  input: Parsed<typeof lineAdd>,
): Promise<{ id: string; siteIds: string[] }> {
  const { shape, track, sites, ...fields } = input;
  if (shape.kind !== 'line' || fields.kind !== placeKind.line) throw invalidField('shape', '电子线路请画折线');
  const ground = await groundOf(shape, fields.kind);
  return ctx.db(async (trx) => {
    const gaps = gapsOf(await driveOf(trx, ctx, track), ctx.timeZone);
    const open = gaps.filter((gap) => jumpsOver(shape.points, gap));
    if (open.length > 0) throw invalidField('shape', unbridged(open));
    const siteIds = await insertSites(trx, ctx, sites, fields);
    return { id: await insertPlace(trx, ctx, fields, ground, placeSource.track), siteIds };
  });
}
