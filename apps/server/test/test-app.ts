import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { readConfig } from '../src/config';
import { localFolder } from '../src/core/blob/local-folder';
import { memoryBus } from '../src/core/bus/memory';
import type { App } from '../src/core/run/app';
import { lazyJobQueue, openJobQueue } from '../src/core/run/jobs';
import { loadSecrets, tableStore } from '../src/core/run/secrets';
import { hashAsClient, hashPassword } from '../src/modules/base/identity/password/hash';
import { buildApi } from '../src/roles/api';
import { type TestDb, testDb } from './test-db';

export interface Answer {
  status: number;
  code: number;
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  data: any;
}
export interface TestApp extends App {
  database: TestDb;
  http: FastifyInstance;
  /** calls the API as the bearer of `token`; a string body is sent as it is */
  post(path: string, body?: unknown, token?: string): Promise<Answer>;
  get(path: string, token?: string): Promise<Answer>;
  form(path: string, fields: Record<string, string>): Promise<Answer>;
  /** makes a company with a primary user and logs that user in */
  company(
    name: string,
    user?: { account?: string; primary?: boolean; singleLogin?: boolean },
  ): Promise<{ clientId: string; userId: string; account: string; token: string }>;
  /** logs in with a plain password */
  login(account: string, password: string): Promise<Answer>;
  close(): Promise<void>;
}

let serial = 0;

/** The API on a database of its own (or the one that is given), called in process. Answers are checked against the contract. */
export async function testApp(
  env: Record<string, string> = {},
  log: Logger = pino({ level: 'silent' }),
  given?: TestDb,
): Promise<TestApp> {
  const database = given ?? (await testDb());
  const secrets = await loadSecrets(tableStore(database.systemDb));
  const config = readConfig({ ...env });
  const app: App = {
    config,
    blobs: localFolder(join(config.DATA_DIR, 'blobs')),
    log,
    database,
    bus: memoryBus(),
    jobs: lazyJobQueue(() => openJobQueue(database.pool, log)),
    secrets,
    metrics: new Registry(),
  };
  const http = await buildApi(app, { checkAnswers: true });
  const call = async (request: InjectOptions): Promise<Answer> => {
    const answer = await http.inject(request);
    return { status: answer.statusCode, ...(answer.json() as Omit<Answer, 'status'>) };
  };
  const bearer = (token?: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});
  const form: TestApp['form'] = (path, fields) =>
    call({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const login: TestApp['login'] = (account, password) =>
    form('/api/sso/oauth/token', {
      grant_type: 'password',
      username: account,
      password: hashAsClient(password, secrets.pwdSalt),
    });
  return {
    ...app,
    database,
    http,
    form,
    login,
    get: (path, token) => call({ method: 'GET', url: path, headers: bearer(token) }),
    post: (path, body = {}, token) =>
      call({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', ...bearer(token) },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    company: async (name, user = {}) => {
      const account = user.account ?? `user${++serial}`;
      const { id: clientId } = await database.systemDb
        .insertInto('client')
        // Tests log in as often as they like; what single login does is tested with it switched on.
        // a new company wants a second factor of its administrators: founding.test.ts
        .values({ name, multi_login: user.singleLogin !== true, second_factor: 'optional' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: userId } = await database.systemDb
        .insertInto('app_user')
        .values({
          client_id: clientId,
          account_code: account,
          name: account,
          is_primary: user.primary ?? true,
          pwd_hash: await hashPassword('Test@2026', secrets.pwdSalt),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const answer = await login(account, 'Test@2026');
      return { clientId, userId, account, token: String(answer.data.access_token) };
    },
    close: async () => {
      await http.close();
      await app.jobs.close();
      await database.close();
    },
  };
}
