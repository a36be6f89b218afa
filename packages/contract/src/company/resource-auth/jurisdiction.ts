import { z } from 'zod';
import { endpoint, type MenuAccess } from '../../core/endpoint';
import { id } from '../../core/page';
import { filterText } from '../../core/register/pieces';

/** What stands as ticks in the forms of departments and users (enterprise.md E3, E16). */
export const jurisdictionKinds = ['vehicle', 'site', 'region', 'route', 'store'] as const;
const kind = z.enum(jurisdictionKinds);
export type JurisdictionKind = z.infer<typeof kind>;

/** Resources that a form shows at once; of more, those that a search finds. */
export const jurisdictionLimit = 10_000;

const chosen = z.array(z.object({ kind, id })).max(5000, '一次最多调整5000个资源').default([]);
/** Ticks that were set and taken away. Setting one gives the resource to be looked at, for ever; taking one away ends what was given. */
export const jurisdictionChange = z.object({ add: chosen, remove: chosen });
export type JurisdictionChange = z.output<typeof jurisdictionChange>;
export type JurisdictionItem = JurisdictionChange['add'][number];

const row = z.object({
  kind,
  id,
  name: z.string(),
  orgId: id.nullable(),
  /** given: to this department or user itself; other: visible for another reason (ownership, data scope, from above, for everybody) */
  source: z.enum(['given', 'other', 'none']),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
export type JurisdictionRow = z.infer<typeof row>;

/** What a department or a user is in charge of, of all that the caller may give. Without `id`: one that is about to be made. */
export const jurisdictionCall = (base: `/${string}`, access: MenuAccess, noun: string) =>
  endpoint({
    path: `${base}/jurisdiction`,
    access,
    title: `${noun}的管辖范围`,
    input: z.object({ id: id.optional(), group: z.enum(['vehicle', 'map']), keyword: filterText(30) }),
    output: z.object({ list: z.array(row), total: z.number() }),
  });
export type JurisdictionCall = ReturnType<typeof jurisdictionCall>;
