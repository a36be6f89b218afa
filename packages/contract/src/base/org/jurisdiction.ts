import { z } from 'zod';
import { endpoint, type MenuAccess } from '../../core/endpoint';
import { id } from '../../core/page';
import { filterText } from '../../core/register/pieces';

/** Kinds of resources that the forms of departments and users offer as ticks under 管辖范围 (enterprise.md E3, E16). */
export const jurisdictionKinds = ['vehicle', 'site', 'region', 'route', 'store'] as const;
const kind = z.enum(jurisdictionKinds);
export type JurisdictionKind = z.infer<typeof kind>;

/** Most resources that a form loads at once; the search box narrows a longer list. */
export const jurisdictionLimit = 10_000;

const chosen = z.array(z.object({ kind, id })).max(5000, '一次最多调整5000个资源').default([]);
/** Ticks that a form set (`add`) and took away (`remove`). A set tick grants the right to view the resource without end; a removed one revokes the grant. */
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

/** Call that lists every resource the caller may give, with what the department or user `id` already sees of it. Without `id`: for a new one, which sees nothing yet. */
export const jurisdictionCall = (base: `/${string}`, access: MenuAccess, noun: string) =>
  endpoint({
    path: `${base}/jurisdiction`,
    access,
    title: `${noun}的管辖范围`,
    input: z.object({ id: id.optional(), group: z.enum(['vehicle', 'map']), keyword: filterText(30) }),
    output: z.object({ list: z.array(row), total: z.number() }),
  });
export type JurisdictionCall = ReturnType<typeof jurisdictionCall>;
