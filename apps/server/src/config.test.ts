import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, secretSettings, settingNames, showsApiDocs } from './config';
import { StartupError } from './core/pg/startup-error';

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return 'accepted';
};

/** Secrets that have a form. */
const like: Record<string, string> = {
  DATABASE_URL: 'postgres://tongda:secret@db/tongda',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
  METRICS_TOKEN: 'a-token-of-sixteen-signs',
};

describe('settings', () => {
  it('an empty environment is a complete set', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      GATEWAY_PORT: 6808,
      GATEWAY_IDLE_S: 600,
      DEMO: '0',
      DEMO_HISTORY_DAYS: 30,
      MAP_PROVIDER: 'offline',
      LOG_LEVEL: 'info',
      TRUST_PROXY: [],
      ROLES: ['gateway', 'processor', 'api', 'worker'],
    });
  });

  it('proxies are addresses, networks or names of networks', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).TRUST_PROXY).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('the document of all calls is shown by the demonstration, and where it is asked for', () => {
    const shown = (env: Record<string, string>) => showsApiDocs(readConfig(env));
    expect([shown({}), shown({ DEMO: '1' }), shown({ API_DOCS: '1' }), shown({ DEMO: '1', API_DOCS: '0' })]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('secrets lie in files where <name>_FILE says so, and are not told when something is wrong with them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tongda-secrets-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    try {
      const env: Record<string, string> = Object.fromEntries(
        secretSettings.map((name) => [`${name}_FILE`, file(name, `${like[name] ?? `secret of ${name}`}\n`)]),
      );
      const read = readConfig({ ...env, WECHAT_APP_ID: 'wx1' });
      for (const name of secretSettings) expect(read[name], name).toBe(like[name] ?? `secret of ${name}`);
      expect(refusal({ SMS_TOKEN: 'a', SMS_TOKEN_FILE: file('x', 'b') })).toBe(
        '设置有误：SMS_TOKEN 与 SMS_TOKEN_FILE 只能设置一个',
      );
      expect(refusal({ SMS_TOKEN_FILE: join(folder, 'none') })).toContain('（环境变量 SMS_TOKEN_FILE）');
      expect(refusal({ SMS_TOKEN_FILE: file('empty', '\n') })).toContain('是空的（环境变量 SMS_TOKEN_FILE）');
      const short = refusal({ KEY_PASSPHRASE_FILE: file('short', 'geheim') });
      expect(short).toContain('KEY_PASSPHRASE 至少12个字符');
      expect(short).not.toContain('geheim');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('an empty value is no value', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8080 });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT 应为端口号'],
    [{ PORT: '80.5' }, 'PORT 应为端口号'],
    [{ GATEWAY_IDLE_S: '5' }, 'GATEWAY_IDLE_S 不能小于 60'],
    [{ GATEWAY_PORT: '70000' }, 'GATEWAY_PORT 应在 0 到 65535 之间'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL 应以 postgres:// 开头'],
    [{ ROLES: 'gateway,cook' }, 'ROLES 只能包含 gateway、processor、api、worker'],
    [{ DEMO: 'yes' }, 'DEMO 只能是 0 或 1'],
    [{ DEMO_HISTORY_DAYS: '-1' }, 'DEMO_HISTORY_DAYS 不能小于 0'],
    [{ DEMO_HISTORY_DAYS: 'week' }, 'DEMO_HISTORY_DAYS 应为天数'],
    [{ PUBLIC_URL: 'example' }, 'PUBLIC_URL 应为完整网址'],
    [{ MAP_PROVIDER: 'x' }, 'MAP_PROVIDER 只能是 offline、amap、tianditu、osm、pmtiles、xyz'],
    [{ MAP_CRS: 'x' }, 'MAP_CRS 只能是 wgs84、gcj02、bd09'],
    [{ TRUST_PROXY: 'loopback,everybody' }, 'TRUST_PROXY 应为代理的地址、网段（如 10.0.0.0/8）或 loopback，以逗号分隔'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY 应为代理的地址、网段（如 10.0.0.0/8）或 loopback，以逗号分隔'],
    [{ S3_BUCKET: 'My_Bucket' }, 'S3_BUCKET 应为存储桶名称（3至63位小写字母、数字、点或短横线）'],
    [{ S3_ENDPOINT: 'oss.example.com' }, 'S3_ENDPOINT 应为完整网址'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN 应为至少16位的字母、数字或符号 . _ ~ + / = -'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL 只能是 trace、debug、info、warn、error、fatal'],
  ])('%o is refused in one sentence that names the variable', (env, sentence) => {
    expect(refusal(env as Record<string, string>)).toBe(`设置有误：${sentence}（环境变量 ${Object.keys(env)[0]}）`);
  });

  it('a bucket needs both parts of its key', () => {
    const sentence = '设置有误：使用 S3_BUCKET 时须设置 S3_ACCESS_KEY 与 S3_SECRET_KEY';
    expect(refusal({ S3_BUCKET: 'tongda', S3_ACCESS_KEY: 'a' })).toBe(sentence);
    expect(refusal({ S3_BUCKET: 'tongda', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' })).toBe('accepted');
  });

  it.each([
    [{ TLS_CERT_FILE: 'a' }, 'TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置'],
    [{ GATEWAY_TLS_PORT: '6818' }, '使用 GATEWAY_TLS_PORT 时须设置 TLS_CERT_FILE 与 TLS_KEY_FILE'],
    [{ ATTACHMENT_TLS_PORT: '7818' }, '使用 ATTACHMENT_TLS_PORT 时须设置 TLS_CERT_FILE 与 TLS_KEY_FILE'],
    [
      { TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' },
      '设置了 TLS_CERT_FILE，还须设置 GATEWAY_TLS_PORT 或 ATTACHMENT_TLS_PORT',
    ],
  ])('TLS of terminals in part, %o, is refused', (env, sentence) => {
    expect(refusal(env as Record<string, string>)).toBe(`设置有误：${sentence}`);
  });

  it('every setting is in docs/running.md, and nothing else is', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8');
    const written = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gmu)].map(([, name]) => name);
    expect(written).toEqual(settingNames);
  });
});
