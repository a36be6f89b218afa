import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../test/test-db';
import { sealText, unsealText } from '../core/run/sealed-text';
import { loadSecrets, type Secrets, signKeys, signText, tableStore, verifySignature } from '../core/run/secrets';
import { watchKeys } from '../core/watch/keys';
import { signFree, verifyFree } from '../modules/base/identity/session/tokens';
import { changeKeys } from './keys';

const passphrase = '春眠不觉晓处处闻啼鸟2026';
let db: TestDb;
let client: pg.PoolClient;
beforeAll(async () => {
  db = await testDb();
  client = await db.pool.connect();
});
afterAll(async () => {
  client.release();
  await db.close();
});

const load = (words?: string): Promise<Secrets> => loadSecrets(tableStore(db.systemDb), words);
const keysText = async (): Promise<string> => {
  const rows = await db.systemDb.selectFrom('deployment').selectAll().where('key', '!=', 'pwd_salt').execute();
  return JSON.stringify(rows);
};
/** The bytes of the table's file, which is what a backup copies. */
const fileText = async (): Promise<string> => {
  await client.query('checkpoint');
  const { rows } = await client.query<{ bytes: Buffer }>(
    "select pg_read_binary_file(pg_relation_filepath('deployment')) as bytes",
  );
  return rows[0]?.bytes.toString('latin1') ?? '';
};
const share = (secrets: Secrets) => signFree(secrets, { clientId: '1', scope: 'survey:answer', subject: '5 6' }, 1);

describe('keys with a passphrase', () => {
  it('are encrypted at the next start, also in the pages that a backup copies', async () => {
    const open = await load();
    const hex = open.signKey.toString('hex');
    expect(await fileText()).toContain(hex);
    expect(await changeKeys(client, undefined, undefined, false)).toContain('未加密');
    // somebody's long transaction, which may see the rows of before: they have to go all the same
    const other = await db.pool.connect();
    await other.query('begin isolation level repeatable read; select 1');
    const sealed = await load(passphrase);
    expect(sealed.signKey.equals(open.signKey)).toBe(true);
    expect(await verifyFree(sealed, await share(open))).toMatchObject({ subject: '5 6' });
    expect(await keysText()).not.toContain(hex);
    expect(await keysText()).not.toContain('crv');
    expect(await fileText()).not.toContain(hex);
    expect(await fileText()).not.toContain('"d":');
    await other.query('commit');
    other.release();
    expect(await changeKeys(client, undefined, undefined, false)).toContain('已用 KEY_PASSPHRASE 的口令加密');
  });

  it('cannot be read without it or with another', async () => {
    await expect(load()).rejects.toThrow('请用环境变量 KEY_PASSPHRASE 给出口令');
    await expect(load('another passphrase')).rejects.toThrow('不是加密签名密钥时的口令');
    const before = await keysText();
    await expect(changeKeys(client, 'rotate', 'another passphrase', false)).rejects.toThrow('不是加密');
    expect(await keysText()).toBe(before);
  });

  it('are opened by command before the setting is taken away', async () => {
    const { signKey } = await load(passphrase);
    expect(await changeKeys(client, 'open', passphrase, false)).toContain('现在可以去掉 KEY_PASSPHRASE');
    expect((await load()).signKey.equals(signKey)).toBe(true);
    await load(passphrase);
  });
});

describe('rotation', () => {
  it('is taken over by a running server; codes and links of before stay good, access tokens do not', async () => {
    const running = await load(passphrase);
    const [code, token, sealed] = [
      signText(running, 'scan:v1-1'),
      await share(running),
      sealText(running.signKey, '甲'),
    ];
    const stop = watchKeys(db.pool, tableStore(db.systemDb), running, passphrase, pino({ level: 'silent' }));
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select 1 from pg_stat_activity where application_name = 'tongda keys watch'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    const before = running.signKey;
    expect(await changeKeys(client, 'rotate', passphrase, false)).toContain('二维码和发出的链接仍然有效');
    await expect.poll(() => running.signKey.equals(before), { timeout: 5000 }).toBe(false);
    expect(signText(running, 'scan:v1-1')).not.toBe(code);
    expect(verifySignature(running, 'scan:v1-1', code)).toBe(true);
    expect(verifySignature(running, 'scan:v1-2', code)).toBe(false);
    expect(unsealText(signKeys(running), sealed)).toBe('甲');
    expect(await verifyFree(running, token)).toBeNull();
    expect(await verifyFree(running, await share(running))).not.toBeNull();
    await stop();
  });

  it('keeps five old keys, and none when they may be known to others', async () => {
    // without a passphrase, which costs a fifth of a second for each value
    await changeKeys(client, 'open', passphrase, false);
    const rotate = (forget: boolean) => changeKeys(client, 'rotate', undefined, forget);
    const first = signText(await load(), 'scan:s1');
    for (let i = 0; i < 5; i++) await rotate(false);
    expect(verifySignature(await load(), 'scan:s1', first)).toBe(true);
    await rotate(false);
    expect(verifySignature(await load(), 'scan:s1', first)).toBe(false);
    const last = signText(await load(), 'scan:s1');
    expect(await rotate(true)).toContain('已全部失效');
    expect(verifySignature(await load(), 'scan:s1', last)).toBe(false);
  });

  it('says which commands there are', async () => {
    await expect(changeKeys(client, 'turn', undefined, false)).rejects.toThrow('npm run keys -- rotate');
  });
});
