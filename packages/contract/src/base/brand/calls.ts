import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';

/** Name, pictures and colours under which the users of a company see the platform. A company without a brand of its own (OEM) shows the platform's. */
export const brand = z.object({
  /** null: the platform's own brand */
  clientId: id.nullable(),
  platformName: z.string(),
  /** a path of this platform or a data URL; null = the platform's mark */
  logoUrl: z.string().nullable(),
  /** px; null = as the picture is */
  logoHeight: z.number().int().nullable(),
  loginLogoUrl: z.string().nullable(),
  /** picture at the left of the login page; null = the platform's */
  loginBgUrl: z.string().nullable(),
  faviconUrl: z.string().nullable(),
  /** colour of buttons and links, #rrggbb; null = the platform's */
  themeColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/u, '主题色应为 #rrggbb')
    .nullable(),
  copyright: z.string(),
  icp: z.string(),
  /** 公安备案号 */
  policeIcp: z.string(),
  servicePhone: z.string(),
  /** when somebody answers there: `工作日 9:00–18:00` */
  serviceHours: z.string(),
  /** what the QR code of customer service says; '' = none */
  serviceWechatUrl: z.string(),
  /** where phones get the app; '' = there is none, the phone pages need no app */
  appUrl: z.string(),
  urlName: z.string().nullable(),
});
export type Brand = z.infer<typeof brand>;

export const brandOfClient = endpoint({
  path: '/api/base/cms/brandoem/infoByClientId',
  access: 'session',
  title: '企业的品牌信息（OEM），未设置时为平台品牌',
  input: z.object({ clientId: id.optional() }),
  output: brand,
});

/** The brand before a login, when the company is not known yet: found by the name in the address (`?brand=…`), else by the host. */
export const brandOfHost = endpoint({
  method: 'GET',
  path: '/api/base/open/brandoem/infoByHost',
  access: 'public',
  title: '按域名或地址中的名称取品牌信息，未设置时为平台品牌',
  input: z.object({
    host: z.string().trim().max(253).optional(),
    urlName: z
      .string()
      .regex(/^[A-Za-z0-9]{3,15}$/u, '名称由3~15位字母或数字组成')
      .optional(),
  }),
  output: brand,
});
