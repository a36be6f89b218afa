import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './core/pg/startup-error';

const anyPort = (name: string) =>
  z.coerce
    .number({ error: `${name} 应为端口号` })
    .int(`${name} 应为端口号`)
    .min(0, `${name} 应在 0 到 65535 之间`)
    .max(65535, `${name} 应在 0 到 65535 之间`);
const portSetting = (name: string, fallback: number) => anyPort(name).default(fallback);
/** Names of networks that may stand for proxies, as proxy-addr knows them. */
const proxyNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a text names a proxy: an address, a network (`10.0.0.0/8`), or one of `proxyNetworks`. */
function isProxy(text: string): boolean {
  if (proxyNetworks.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

const flagSetting = (name: string) => z.enum(['0', '1'], `${name} 只能是 0 或 1`);

/** All settings, by the name of their environment variable. README and docs/running.md list them in the same order. */
const environment = z.object({
  /** web pages and API */
  PORT: portSetting('PORT', 8080),
  /** address both listen on */
  HOST: z.string().default('0.0.0.0'),
  /** terminals, JT/T 808 over TCP */
  GATEWAY_PORT: portSetting('GATEWAY_PORT', 6808),
  /** the same over UDP; without it no datagrams are taken */
  GATEWAY_UDP_PORT: anyPort('GATEWAY_UDP_PORT').optional(),
  /** the same over TLS; without it none is spoken */
  GATEWAY_TLS_PORT: anyPort('GATEWAY_TLS_PORT').optional(),
  /** a terminal that sends nothing for so long is disconnected, s */
  GATEWAY_IDLE_S: z.coerce
    .number({ error: 'GATEWAY_IDLE_S 应为秒数' })
    .int('GATEWAY_IDLE_S 应为整数')
    .min(60, 'GATEWAY_IDLE_S 不能小于 60')
    .max(86_400, 'GATEWAY_IDLE_S 最大为 86400')
    .default(600),
  /** evidence of alarms (photos, videos), T/JSATL 12; GATEWAY_PORT + 1000 by default */
  ATTACHMENT_PORT: anyPort('ATTACHMENT_PORT').optional(),
  /** the same over TLS: terminals that speak it are sent there */
  ATTACHMENT_TLS_PORT: anyPort('ATTACHMENT_TLS_PORT').optional(),
  /** certificate (with those between it and its authority) and private key that terminals are shown, PEM */
  TLS_CERT_FILE: z.string().default(''),
  TLS_KEY_FILE: z.string().default(''),
  /** address that terminals reach this server under, for their evidence; the one that they have connected to by default */
  ATTACHMENT_HOST: z
    .string()
    .regex(/^[\w.:-]{1,100}$/u, 'ATTACHMENT_HOST 应为终端可以访问的 IP 地址或域名')
    .optional(),
  /** database, exported files and logs of a fresh installation */
  DATA_DIR: z.string().default('./data'),
  /** the operator's own PostgreSQL (15 or newer) instead of the bundled one */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//u, 'DATABASE_URL 应以 postgres:// 开头')
    .optional(),
  /** bucket for uploaded files and evidence, of a service that speaks the protocol of Amazon S3; without it they lie in DATA_DIR/blobs */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u, 'S3_BUCKET 应为存储桶名称（3至63位小写字母、数字、点或短横线）')
    .optional(),
  /** address of that service; Amazon's own of the region without it */
  S3_ENDPOINT: z.url({ protocol: /^https?$/u, error: 'S3_ENDPOINT 应为完整网址' }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().default(''),
  S3_SECRET_KEY: z.string().default(''),
  /** 1: the bucket stands in the path of an address (MinIO, Ceph), else in its host */
  S3_PATH_STYLE: flagSetting('S3_PATH_STYLE').default('0'),
  /** which parts run in this process, by comma: gateway, processor, api, worker */
  ROLES: z
    .string()
    .default('gateway,processor,api,worker')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['gateway', 'processor', 'api', 'worker'], 'ROLES 只能包含 gateway、processor、api、worker'))),
  /** socket by which processes with different roles hear each other; DATA_DIR/bus.sock by default */
  BUS_SOCKET: z.string().optional(),
  /** 1: seed the demo companies into an empty database and run the terminal simulator */
  DEMO: flagSetting('DEMO').default('0'),
  /** days of history that the simulator sends on the first demo start: the last seven whole, older ones thinly */
  DEMO_HISTORY_DAYS: z.coerce
    .number({ error: 'DEMO_HISTORY_DAYS 应为天数' })
    .int('DEMO_HISTORY_DAYS 应为整数')
    .min(0, 'DEMO_HISTORY_DAYS 不能小于 0')
    .max(60, 'DEMO_HISTORY_DAYS 最大为 60')
    .default(30),
  /** folder of built web pages; the ones of this installation by default */
  WEB_ROOT: z.string().optional(),
  /** address that users type, for links in files and messages */
  PUBLIC_URL: z.url('PUBLIC_URL 应为完整网址').optional(),
  /** proxies that are believed about visitors' addresses and https, by comma; without it none is */
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.string().refine(isProxy, 'TRUST_PROXY 应为代理的地址、网段（如 10.0.0.0/8）或 loopback，以逗号分隔')),
    ),
  /** port for /healthz, /readyz and /metrics of a process without the API */
  MONITOR_PORT: anyPort('MONITOR_PORT').optional(),
  /** Bearer token for /metrics; without it nobody reads them */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/u, 'METRICS_TOKEN 应为至少16位的字母、数字或符号 . _ ~ + / = -')
    .optional(),
  /** 1: everybody may read the document of all calls at /api/docs; without it only the demonstration shows it */
  API_DOCS: flagSetting('API_DOCS').optional(),
  /** encrypts the signing keys in the database, and so in backups */
  KEY_PASSPHRASE: z.string().min(12, 'KEY_PASSPHRASE 至少12个字符').optional(),
  MAP_PROVIDER: z
    .enum(
      ['offline', 'amap', 'tianditu', 'osm', 'pmtiles', 'xyz'],
      'MAP_PROVIDER 只能是 offline、amap、tianditu、osm、pmtiles、xyz',
    )
    .default('offline'),
  MAP_KEY: z.string().default(''),
  MAP_URL: z.string().default(''),
  MAP_CRS: z.enum(['wgs84', 'gcj02', 'bd09'], 'MAP_CRS 只能是 wgs84、gcj02、bd09').default('wgs84'),
  MAP_ATTRIBUTION: z.string().default(''),
  /** routing engine with OSRM's HTTP API; without it the ways of plans are estimated */
  ROUTING_URL: z.url('ROUTING_URL 应为完整网址').optional(),
  /** data source for vehicles that are not on the platform (外部车辆查询) and its Bearer token */
  OUTSIDE_VEHICLE_URL: z.url('OUTSIDE_VEHICLE_URL 应为完整网址').optional(),
  OUTSIDE_VEHICLE_TOKEN: z.string().default(''),
  PLATFORM_NAME: z.string().default('通达'),
  /** foot of the login page; nothing is shown when empty */
  ICP: z.string().default(''),
  SERVICE_PHONE: z.string().default(''),
  /** where phones get the app; without it the login page leads to the phone pages, which need none */
  APP_URL: z
    .string()
    .refine((url) => url === '' || /^https?:\/\/\S+$/u.test(url), 'APP_URL 应为完整网址')
    .default(''),
  /** gateway of text messages; without it they are kept in the table sms_outbox */
  SMS_URL: z.url('SMS_URL 应为完整网址').optional(),
  SMS_TOKEN: z.string().default(''),
  /** parts of text messages that alarms of one company may take in a month; 0: as many as it takes */
  SMS_MONTHLY_QUOTA: z.coerce
    .number({ error: 'SMS_MONTHLY_QUOTA 应为条数' })
    .int('SMS_MONTHLY_QUOTA 应为整数')
    .min(0, 'SMS_MONTHLY_QUOTA 不能小于 0')
    .default(0),
  /** gateway that calls people and reads alarms out; without it push settings cannot choose the phone */
  VOICE_URL: z.url('VOICE_URL 应为完整网址').optional(),
  VOICE_TOKEN: z.string().default(''),
  /** mail server; without it mails are kept in the table mail_outbox */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//u, 'SMTP_URL 应以 smtp:// 或 smtps:// 开头')
    .optional(),
  MAIL_FROM: z.string().default('tongda@localhost'),
  /** hosts in private networks that robots, webhooks and data forwarding may call, by comma */
  PUSH_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  /** official account of WeChat for QR login and binding; without both nothing of WeChat is offered */
  WECHAT_APP_ID: z.string().default(''),
  WECHAT_APP_SECRET: z.string().default(''),
  /** template message of that account for pushes; without it notices by WeChat are kept in the table wechat_outbox */
  WECHAT_TEMPLATE_ID: z.string().default(''),
  /** which field of the template shows what: field=title|plateNo|time|content */
  WECHAT_TEMPLATE_FIELDS: z
    .string()
    .regex(
      /^\s*\w+\s*=\s*(?:title|plateNo|time|content)\s*(?:,\s*\w+\s*=\s*(?:title|plateNo|time|content)\s*)*$/u,
      'WECHAT_TEMPLATE_FIELDS 应为 字段=title、plateNo、time 或 content，以逗号分隔',
    )
    .default('thing1=title,car_number2=plateNo,time3=time,thing4=content'),
  /** addresses of WeChat's own services, for a proxy of one's own */
  WECHAT_OPEN_URL: z.url('WECHAT_OPEN_URL 应为完整网址').default('https://open.weixin.qq.com'),
  WECHAT_API_URL: z.url('WECHAT_API_URL 应为完整网址').default('https://api.weixin.qq.com'),
  /** 1: payment providers that are not set up are simulated, without money; as DEMO says by default */
  PAY_SIMULATOR: flagSetting('PAY_SIMULATOR').optional(),
  /** merchant of WeChat Pay (API v3) with WECHAT_APP_ID; files are PEM */
  WECHAT_PAY_MCH_ID: z.string().default(''),
  WECHAT_PAY_SERIAL_NO: z.string().default(''),
  WECHAT_PAY_KEY_FILE: z.string().default(''),
  WECHAT_PAY_API_KEY: z.string().default(''),
  WECHAT_PAY_PUBLIC_KEY_FILE: z.string().default(''),
  WECHAT_PAY_PUBLIC_KEY_ID: z.string().default(''),
  WECHAT_PAY_URL: z.url('WECHAT_PAY_URL 应为完整网址').default('https://api.mch.weixin.qq.com'),
  /** application of Alipay; files are PEM */
  ALIPAY_APP_ID: z.string().default(''),
  ALIPAY_KEY_FILE: z.string().default(''),
  ALIPAY_PUBLIC_KEY_FILE: z.string().default(''),
  ALIPAY_URL: z.url('ALIPAY_URL 应为完整网址').default('https://openapi.alipay.com/gateway.do'),
  /** 1: orders of memberships that are paid online are approved at once */
  MEMBER_AUTO_APPROVE: flagSetting('MEMBER_AUTO_APPROVE').default('0'),
  /** from this amount on an order wants a signed contract before it is paid, yuan */
  MEMBER_CONTRACT_YUAN: z.coerce
    .number({ error: 'MEMBER_CONTRACT_YUAN 应为金额' })
    .int('MEMBER_CONTRACT_YUAN 应为整数')
    .min(0, 'MEMBER_CONTRACT_YUAN 不能小于 0')
    .default(5000),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
      'LOG_LEVEL 只能是 trace、debug、info、warn、error、fatal',
    )
    .default('info'),
});

export type Config = z.infer<typeof environment> & { filesDir: string };

/** Whether the document of all calls is shown at /api/docs: where API_DOCS says so, else in the demonstration only. */
export const showsApiDocs = ({ API_DOCS, DEMO }: Pick<Config, 'API_DOCS' | 'DEMO'>): boolean =>
  (API_DOCS ?? DEMO) === '1';

/** Names of all settings, in the order of the documentation. */
export const settingNames: string[] = Object.keys(environment.shape);

/** Settings that hold a secret: each may lie in a file instead, which `<name>_FILE` names (of a vault, or of Docker's and systemd's secrets). */
export const secretSettings = [
  ...(['DATABASE_URL', 'KEY_PASSPHRASE', 'METRICS_TOKEN', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'SMTP_URL'] as const),
  ...(['SMS_TOKEN', 'VOICE_TOKEN', 'OUTSIDE_VEHICLE_TOKEN', 'WECHAT_APP_SECRET', 'WECHAT_PAY_API_KEY'] as const),
] as const satisfies ReadonlyArray<keyof z.input<typeof environment>>;

/** What the file of a secret holds, without the end of its line. Throws a StartupError that names the variable, and nothing of the content. */
function readSecretFile(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/u, '');
  } catch {
    throw new StartupError(`设置有误：读不到文件 ${path}（环境变量 ${variable}）`);
  }
  if (text === '') throw new StartupError(`设置有误：文件 ${path} 是空的（环境变量 ${variable}）`);
  return text;
}

/** The settings as they were given: an empty value is none, and secrets in files are read. */
function readGiven(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  for (const name of secretSettings) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (path === undefined) continue;
    if (given[name] !== undefined) throw new StartupError(`设置有误：${name} 与 ${variable} 只能设置一个`);
    given[name] = readSecretFile(variable, path);
  }
  return given;
}

/** Reads the settings from the environment; throws a StartupError that names the variable with a wrong value. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = readGiven(env);
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`设置有误：${issue?.message ?? '未知'}（环境变量 ${String(issue?.path[0] ?? '')}）`);
  }
  if ((parsed.data.WECHAT_APP_ID === '') !== (parsed.data.WECHAT_APP_SECRET === ''))
    throw new StartupError('设置有误：WECHAT_APP_ID 与 WECHAT_APP_SECRET 须同时设置');
  if (parsed.data.WECHAT_TEMPLATE_ID !== '' && parsed.data.WECHAT_APP_ID === '')
    throw new StartupError('设置有误：WECHAT_TEMPLATE_ID 须与 WECHAT_APP_ID 一起设置');
  if (parsed.data.S3_BUCKET && (parsed.data.S3_ACCESS_KEY === '' || parsed.data.S3_SECRET_KEY === ''))
    throw new StartupError('设置有误：使用 S3_BUCKET 时须设置 S3_ACCESS_KEY 与 S3_SECRET_KEY');
  refuseHalfTls(parsed.data);
  const dataDir = resolve(parsed.data.DATA_DIR);
  return { ...parsed.data, DATA_DIR: dataDir, filesDir: join(dataDir, 'files') };
}

/** Throws a StartupError when TLS is set up in part. */
function refuseHalfTls(set: z.infer<typeof environment>): void {
  if ((set.TLS_CERT_FILE === '') !== (set.TLS_KEY_FILE === ''))
    throw new StartupError('设置有误：TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置');
  const ports = (['GATEWAY_TLS_PORT', 'ATTACHMENT_TLS_PORT'] as const).filter((name) => set[name] !== undefined);
  if (ports.length > 0 && set.TLS_CERT_FILE === '')
    throw new StartupError(`设置有误：使用 ${ports[0]} 时须设置 TLS_CERT_FILE 与 TLS_KEY_FILE`);
  if (ports.length === 0 && set.TLS_CERT_FILE !== '')
    throw new StartupError('设置有误：设置了 TLS_CERT_FILE，还须设置 GATEWAY_TLS_PORT 或 ATTACHMENT_TLS_PORT');
}
