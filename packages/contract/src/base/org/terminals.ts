import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { changeHisCall } from '../../core/register/pieces';
import { terminalPolicy } from '../../resources/device/enums';
import { menus } from '../../shell/menus';

const base = '/api/base/org/terminals' as const;
const read = { menu: menus.structure.id } as const;

/** What a company sets for all its terminals. */
const settings = z.object({
  /** how terminals are let in that have no policy of their own */
  policy: terminalPolicy.schema,
  /** whether new networks and second connections are told */
  alerts: z.boolean(),
  /** fuel and power are cut only after a second person has agreed */
  cutReview: z.boolean(),
});
export type TerminalSettings = z.output<typeof settings>;

export const companyTerminals = endpoint({
  path: `${base}/info`,
  access: read,
  title: '终端接入设置',
  output: z.object({
    ...settings.shape,
    /** terminals without a policy of their own, by what they came in with last */
    counts: z.object({
      /** the code that the platform gave them, or staff set */
      own: z.number().int(),
      /** a code of another platform, which may become theirs */
      foreign: z.number().int(),
      /** came in without a usable code: strict, they have to register */
      without: z.number().int(),
      /** never came in since this is kept */
      silent: z.number().int(),
      /** terminals with a policy of their own */
      ownPolicy: z.number().int(),
    }),
    /** true for administrators; other users may only read */
    editable: z.boolean(),
    updateTime: dateTime.nullable(),
  }),
});

export const saveCompanyTerminals = endpoint({
  path: `${base}/save`,
  access: read,
  title: '修改终端接入设置（企业管理员）',
  input: settings.extend({
    /** terminals that use a code of another platform keep it as their code */
    adopt: z.boolean().default(false),
    /** what the caller saw; when somebody else changed it meanwhile, nothing is saved (4009) */
    before: settings,
  }),
  output: z.object({ /** terminals whose code became what they use */ adopted: z.number().int() }),
});

export const companyTerminalsHis = changeHisCall(base, read, '终端接入设置');
