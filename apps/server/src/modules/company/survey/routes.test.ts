import {
  type Answer,
  askedQuestions,
  checkAnswers,
  checkQuestions,
  type Question,
  question,
  questionKind,
  resultsOf,
  withoutEmptyAnswers,
} from '@tongda/contract/company/survey/question';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type Answer as Reply, type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let staff: string;
beforeAll(async () => {
  app = await testApp();
  const provider = await app.company('服务商', { account: 'provider1' });
  await app.database.systemDb
    .updateTable('client')
    .set({ kind: 'provider' })
    .where('id', '=', provider.clientId)
    .execute();
  staff = String((await app.login('provider1', 'Test@2026')).data.access_token);
});
afterAll(() => app.close());

const base = '/api/base/cms/survey';
const manage = (what: string, input: unknown, token = staff) => app.post(`${base}/${what}`, input, token);
const ask = (fields: Partial<Question> & Pick<Question, 'id' | 'kind'>): Question =>
  question.parse({ title: `题目${fields.id}`, required: true, ...fields });
const five: Question[] = [
  ask({ id: 1, kind: questionKind.single, options: ['有', '没有'] }),
  ask({
    id: 2,
    kind: questionKind.multiple,
    options: ['地图', '报警', '温度'],
    showIf: { questionId: 1, options: [0] },
  }),
  ask({ id: 3, kind: questionKind.score }),
  ask({ id: 4, kind: questionKind.matrix, rows: ['电话', '上门'], options: ['满意', '不满意'], required: false }),
  ask({ id: 5, kind: questionKind.text, required: false }),
];
const said = (questionId: number, optionIds: number[], text = ''): Answer => ({ questionId, optionIds, text });

interface Made {
  id: string;
  decodeId: string;
}
/** A survey of the provider, published. */
async function published(fields: Record<string, unknown> = {}): Promise<Made> {
  const draft = { title: '满意度调查', questions: five, startTime: '2026-01-01 00:00:00', ...fields };
  const { id } = (await manage('add', draft)).data;
  const { version, url } = (await manage('detail', { id })).data;
  expect(await manage('publish', { id, version })).toMatchObject({ code: 200 });
  return { id, decodeId: url.split('/').at(-1) };
}
const stop = async (id: string): Promise<void> => {
  const { version } = (await manage('detail', { id })).data;
  expect(await manage('stop', { id, version })).toMatchObject({ code: 200 });
};
const open = (input: unknown, token?: string) => app.post('/api/base/open/loginSurvey', input, token);
async function save(openToken: string | undefined, input: unknown): Promise<Reply> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/base/open/saveAnswer',
    headers: openToken === undefined ? {} : { 'open-access-token': openToken },
    payload: input as Record<string, unknown>,
  });
  return { status: answer.statusCode, ...answer.json() };
}

describe('questions and answers', () => {
  test('a question that hangs on another is asked, and its answer kept, only with that choice', () => {
    const ids = (answers: Answer[]) => askedQuestions(five, answers).map(({ id }) => id);
    expect(ids([])).toEqual([1, 3, 4, 5]);
    expect(ids([said(1, [1])])).toEqual([1, 3, 4, 5]);
    expect(ids([said(1, [0])])).toEqual([1, 2, 3, 4, 5]);
    const changedMind = [said(1, [1]), said(2, [0, 2]), said(3, [5]), said(5, [], '')];
    expect(withoutEmptyAnswers(five, changedMind).map(({ questionId }) => questionId)).toEqual([1, 3]);
  });

  test('what is missing or impossible is named at its question', () => {
    const fields = (answers: Answer[]) => checkAnswers(five, answers).map(({ field, msg }) => `${field} ${msg}`);
    expect(fields([])).toEqual(['answers.1 此题必答', 'answers.3 此题必答']);
    expect(fields([said(1, [0]), said(2, []), said(3, [6])])).toEqual([
      'answers.2 此题必答',
      'answers.3 请在1~5分中选择',
    ]);
    expect(fields([said(1, [0, 1]), said(2, [0]), said(3, [1])])).toEqual(['answers.1 请选择一项']);
    expect(fields([said(1, [0]), said(2, [1, 1]), said(3, [1]), said(4, [0])])).toEqual([
      'answers.2 选项不存在',
      'answers.4 选项不存在',
    ]);
    expect(fields([said(1, [1]), said(3, [5]), said(4, [0, -1])])).toEqual([]);
  });

  test('a survey needs questions, choices and conditions that exist', () => {
    const wrong = (...questions: Question[]) => checkQuestions(questions).map(({ msg }) => msg);
    expect(wrong()).toEqual(['请至少添加1道题目']);
    expect(wrong(...five)).toEqual([]);
    expect(wrong(ask({ id: 1, kind: questionKind.single, options: ['有'] }))).toEqual(['第1题：请至少填写2个选项']);
    expect(wrong(ask({ id: 1, kind: questionKind.single, options: ['有', '有'] }))).toEqual(['第1题：选项重复']);
    expect(wrong(ask({ id: 1, kind: questionKind.matrix, options: ['好', '差'] }))).toEqual(['第1题：请至少填写1行']);
    const late = ask({ id: 1, kind: questionKind.score, showIf: { questionId: 2, options: [0] } });
    expect(wrong(late)).toEqual(['第1题：显示条件只能引用前面的单选或多选题']);
  });

  test('results: choices, mean, recommendation and lines', () => {
    const nps = ask({ id: 6, kind: questionKind.nps });
    const sheets = [
      [said(1, [0]), said(2, [0, 2]), said(3, [5]), said(4, [0, -1]), said(5, [], '很好'), said(6, [10])],
      [said(1, [1]), said(3, [4]), said(4, [1, 1]), said(6, [6])],
      [said(1, [0]), said(2, [2]), said(3, [4]), said(6, [9])],
    ];
    const [single, multiple, score, matrix, text, recommend] = resultsOf([...five, nps], sheets);
    expect(single).toMatchObject({ answered: 3, counts: [2, 1] });
    expect(multiple).toMatchObject({ answered: 2, counts: [1, 0, 2] });
    expect(score).toMatchObject({ counts: [0, 0, 0, 2, 1], average: 4.33 });
    expect(matrix).toMatchObject({
      answered: 2,
      lines: [
        [1, 1],
        [0, 1],
      ],
    });
    expect(text).toMatchObject({ answered: 1, texts: ['很好'] });
    // two of three promote, one detracts
    expect(recommend).toMatchObject({ nps: 33 });
    expect(resultsOf([nps], [])[0]).toMatchObject({ answered: 0, nps: null, average: null });
  });
});

test('told of: the newest running survey for this company that one has not answered; none = nothing to show', async () => {
  const a = await app.company('问卷甲');
  const b = await app.company('问卷乙');
  const notify = async (token: string) => (await app.post(`${base}/notify`, {}, token)).data;
  const nothing = { surveyUrl: null, decodeId: null, title: null };
  await manage('add', { title: '草稿问卷', questions: five, startTime: '2026-01-01 00:00:00' });
  await published({ title: '以后的问卷', startTime: '2999-01-01 00:00:00' });
  const stopped = await published({ title: '停止的问卷' });
  await stop(stopped.id);
  expect(await notify(a.token)).toEqual(nothing);
  await published({ title: '给乙的问卷', clientIds: [b.clientId] });
  expect(await notify(a.token)).toEqual(nothing);
  expect(await notify(b.token)).toMatchObject({ surveyUrl: '/community/questionnaire/gather', title: '给乙的问卷' });
  const { id } = await published({ title: '给大家的问卷', startTime: '2026-02-01 00:00:00' });
  const told = await notify(a.token);
  expect(told.title).toBe('给大家的问卷');

  const mine = async (token: string) => (await app.post(`${base}/mine`, {}, token)).data;
  expect((await mine(a.token)).map((row: { title: string; running: boolean }) => [row.title, row.running])).toEqual([
    ['给大家的问卷', true],
    ['停止的问卷', false],
  ]);

  // the personal link needs no login; one answer, then nothing is asked any more
  const { openToken, survey } = (await open({ decodeId: told.decodeId })).data;
  expect(survey).toMatchObject({ id, title: '给大家的问卷', minutes: 2 });
  expect(survey.questions).toHaveLength(5);
  const answers = [said(1, [1]), said(2, [0]), said(3, [4])];
  expect(await save(openToken, { surveyId: id, answers: [said(1, [1])] })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'answers.3', msg: '此题必答' }] },
  });
  expect(await save(openToken, { surveyId: stopped.id, answers })).toMatchObject({ code: 4003 });
  expect(await save(undefined, { surveyId: id, answers })).toMatchObject({ code: 4003 });
  expect(await save(openToken, { surveyId: id, answers })).toMatchObject({ code: 200 });
  const again = { code: 4011, msg: '您已提交过该问卷' };
  expect(await save(openToken, { surveyId: id, answers })).toMatchObject(again);
  expect(await open({ decodeId: told.decodeId })).toMatchObject(again);
  expect(await notify(a.token)).toEqual(nothing);
  const [row] = await mine(a.token);
  expect(row).toMatchObject({ title: '给大家的问卷', running: true, decodeId: null });
  expect(row.answerTime).toMatch(/^\d{4}-/u);
  const results = (await manage('result', { id })).data;
  expect(results).toMatchObject({ answers: 1, clients: [{ id: a.clientId, name: '问卷甲', answers: 1 }] });
  const sheets = (await manage('answerPage', { id })).data;
  expect(sheets.list[0]).toMatchObject({ userName: a.account, clientName: '问卷甲' });
  expect(sheets.list[0].answers).toEqual([said(1, [1]), said(3, [4])]);
  await stop(id);
  expect(await open({ decodeId: told.decodeId })).toMatchObject({ code: 4011, msg: '问卷已结束' });
});

test('a link for everybody asks for login or phone, stays within its companies, and an anonymous one keeps no name', async () => {
  const a = await app.company('问卷丙');
  const b = await app.company('问卷丁');
  await app.database.systemDb
    .updateTable('app_user')
    .set({ phone: '13900001234' })
    .where('id', '=', a.userId)
    .execute();
  const { id, decodeId } = await published({ title: '匿名问卷', anonymous: true, clientIds: [a.clientId] });
  expect((await open({ decodeId })).data).toMatchObject({
    openToken: null,
    survey: { title: '匿名问卷', questions: [] },
  });
  expect(await open({ decodeId }, b.token)).toMatchObject({ code: 4003, msg: '此问卷不面向贵公司' });
  const phone = '13900001234';
  expect((await open({ decodeId, phone })).data.errors).toEqual([{ field: 'code', msg: '请输入6位短信验证码' }]);
  expect(await open({ decodeId, phone, verifyCode: '000000' })).toMatchObject({ code: 4000 });
  await app.post('/api/sso/oauth/sendSmsCode', { phone, purpose: 'survey' });
  const sms = await app.database.systemDb
    .selectFrom('sms_outbox')
    .select('text')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  expect(sms.text).toContain('填写问卷验证码');
  const verifyCode = /\d{6}/u.exec(sms.text)?.[0];
  // a code for a survey is no login
  const login = await app.form('/api/sso/oauth/token', { grant_type: 'sms_code', phone, code: verifyCode ?? '' });
  expect(login.code).not.toBe(200);
  const { openToken } = (await open({ decodeId, phone, verifyCode })).data;
  const answers = [said(1, [0]), said(2, [1]), said(3, [5])];
  expect(await save(openToken, { surveyId: id, answers })).toMatchObject({ code: 200 });
  // the same person by another way
  expect(await open({ decodeId }, a.token)).toMatchObject({ code: 4011, msg: '您已提交过该问卷' });
  const { list } = (await manage('answerPage', { id })).data;
  expect(list).toMatchObject([{ userName: null, clientName: null }]);
  const stored = await app.database.systemDb
    .selectFrom('survey_answer')
    .select(['user_id', 'user_name'])
    .where('survey_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ user_id: null, user_name: null });
  await stop(id);
});

test('the provider: published questions stay, an old version is told, drafts are nobody else’s', async () => {
  const a = await app.company('问卷戊');
  const { id, decodeId } = await published({ title: '改不动的问卷' });
  const before = (await manage('detail', { id })).data;
  const edit = (more: object) => manage('edit', { ...before, clientIds: [], ...more });
  expect(await edit({ questions: five.slice(0, 1) })).toMatchObject({ code: 4010 });
  expect(await edit({ title: '换个名称', endTime: '2025-01-01 00:00:00' })).toMatchObject({
    code: 4000,
    msg: '结束时间必须晚于开始时间',
  });
  expect(await edit({ clientIds: ['990099'] })).toMatchObject({ code: 4000, msg: '所选企业不存在' });
  expect(await edit({ title: '换个名称' })).toMatchObject({ code: 200 });
  expect(await edit({ title: '又换名称' })).toMatchObject(changedByOther);
  expect(await manage('publish', { id, version: before.version + 1 })).toMatchObject({ code: 4010 });
  const { list } = (await manage('page', { title: '换个', sort: 'answerCount desc' })).data;
  expect(list).toMatchObject([{ id, title: '换个名称', scope: '全部企业', questionCount: 5, answerCount: 0, rate: 0 }]);
  const draft = (await manage('add', { title: '草稿二', questions: five, startTime: '2026-01-01 00:00:00' })).data.id;
  const bad = await manage('add', {
    title: '缺选项',
    startTime: '2026-01-01 00:00:00',
    questions: [{ ...five[0], options: ['有'] }],
  });
  expect(bad.data.errors).toEqual([{ field: 'questions', msg: '第1题：请至少填写2个选项' }]);
  const link = (await manage('detail', { id: draft })).data.url.split('/').at(-1);
  expect(await open({ decodeId: link }, a.token)).toMatchObject({ code: 4004 });
  expect(await open({ decodeId: `${id}-${a.userId}-${'x'.repeat(43)}` })).toMatchObject({ code: 4004 });
  expect((await manage('export', { title: '换个', ids: [id] })).data.id).toMatch(/^\d+$/u);
  for (const what of ['page', 'detail', 'result', 'answerPage', 'export'])
    expect(await manage(what, { id }, a.token), what).toMatchObject({ code: 4003 });
  expect((await open({ decodeId }, a.token)).data.openToken).toEqual(expect.any(String));
  await stop(id);
});
