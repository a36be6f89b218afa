import { publishStatus } from '@tongda/contract/base/system-enums';
import {
  type Answer,
  askedQuestions,
  type Question,
  question,
  questionKind,
} from '@tongda/contract/company/survey/question';
import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { App } from '../../core/run/app';
import { storeAnswer } from '../../modules/company/survey/door';
import { demoClients } from './users';

const service: Question[] = (
  [
    { kind: questionKind.score, title: '您对平台的整体使用体验打几分？', required: true },
    {
      kind: questionKind.multiple,
      title: '您每天使用的功能有哪些？',
      required: true,
      options: ['位置监控', '轨迹回放', '温度与报警', '订单与运单', '车辆与司机档案', '导出与打印'],
    },
    {
      kind: questionKind.single,
      title: '最近一个月是否遇到过数据不准或缺失？',
      required: true,
      options: ['没有', '偶尔', '经常'],
    },
    {
      kind: questionKind.text,
      title: '请说明不准或缺失的车辆、时间和现象',
      required: false,
      showIf: { questionId: 3, options: [1, 2] },
    },
    {
      kind: questionKind.matrix,
      title: '您对以下服务是否满意？',
      required: true,
      rows: ['电话客服', '现场安装', '培训资料'],
      options: ['满意', '一般', '不满意', '没用过'],
    },
    { kind: questionKind.nps, title: '您有多大可能向同行推荐本平台？', required: true },
    { kind: questionKind.text, title: '您最希望我们改进什么？', required: false },
  ] as const
).map((fields, index) => question.parse({ id: index + 1, ...fields }));

const winter: Question[] = (
  [
    {
      kind: questionKind.single,
      title: '入冬后货物冻损的情况如何？',
      required: true,
      options: ['没有发生', '比去年少', '与去年相同', '比去年多'],
    },
    {
      kind: questionKind.multiple,
      title: '您采取了哪些措施？',
      required: true,
      options: ['出车前预热', '调整温区上下限', '加强途中巡查', '更换保温材料'],
    },
    { kind: questionKind.score, title: '低温报警是否及时？', required: true },
    { kind: questionKind.text, title: '其他建议', required: false },
  ] as const
).map((fields, index) => question.parse({ id: index + 1, ...fields }));

const remarks = ['希望报警可以按线路分组查看', '导出能记住上次选择的列', '培训视频再短一些', '冷机报警提前十分钟更好'];

/** Answers of the n-th person, the same at each start. */
function answersOf(questions: readonly Question[], n: number): Answer[] {
  const given = questions.map((asked, index) => answerOf(asked, index, n));
  const asked = new Set(askedQuestions(questions, given).map(({ id }) => id));
  return given.filter(({ questionId }) => asked.has(questionId));
}

function answerOf({ id, kind, options, rows }: Question, index: number, n: number): Answer {
  const turn = (n * 7 + index * 3) % 10;
  const answer: Answer = { questionId: id, optionIds: [], text: '' };
  switch (kind) {
    case questionKind.single:
      return { ...answer, optionIds: [turn < 6 ? 0 : turn % options.length] };
    case questionKind.multiple:
      return { ...answer, optionIds: options.flatMap((_, at) => ((n + at) % 3 === 0 || at === 0 ? [at] : [])) };
    case questionKind.score:
      return { ...answer, optionIds: [turn === 0 ? 3 : turn < 6 ? 5 : 4] };
    case questionKind.nps:
      return { ...answer, optionIds: [turn < 5 ? 9 : turn < 8 ? 8 : 6] };
    case questionKind.matrix:
      return { ...answer, optionIds: rows.map((_, row) => (turn + row) % 4) };
    case questionKind.text:
      return { ...answer, text: n % 2 === 0 ? (remarks[(n + index) % remarks.length] ?? '') : '' };
  }
}

const decodeId = (index: number): string => `demo-survey-${index + 1}`;

/** Makes surveys at every stage: a finished one and a running one with answers of the demo's people, one that was withdrawn, and a draft. The accounts of the login page have not answered the running one. */
export async function makeDemoSurveys(app: App, now = new Date()): Promise<void> {
  const { database, secrets } = app;
  const at = (days: number): Date => new Date(now.getTime() + days * dayMs);
  const surveys = [
    {
      title: '2026年冬季保温准备调查',
      intro: '了解各企业入冬前的保温准备情况，结果用于改进低温报警。',
      questions: winter,
      from: -40,
      to: -12,
      tip: '感谢您的参与！',
      status: publishStatus.published,
      answered: 'all',
    },
    {
      title: '平台使用满意度调查',
      intro: '只占用您两三分钟。您的意见会直接影响下一个版本的改进内容。',
      questions: service,
      from: -3,
      to: 25,
      tip: '感谢您的参与！我们会在下一次版本公告中说明改进结果。',
      status: publishStatus.published,
      answered: 'some',
    },
    {
      title: '司机端使用情况调查',
      intro: '题目与满意度调查重复，已下线，合并到下一期。',
      questions: winter,
      from: -20,
      to: 10,
      tip: '感谢您的参与！',
      status: publishStatus.withdrawn,
      answered: 'none',
    },
    {
      title: '2027年功能需求征集',
      intro: '征集明年的功能需求，定稿后发布。',
      questions: service,
      from: 20,
      to: 50,
      tip: '感谢您的参与！',
      status: publishStatus.draft,
      answered: 'none',
    },
  ] as const;
  await database.systemDb.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('app_user')
      .select(['id', 'name', 'client_id'])
      .where('client_id', 'in', [demoClients.cold.id, demoClients.shipper.id])
      .where('deleted_at', 'is', null)
      .where('status', '=', 1)
      .orderBy('id')
      .execute();
    const there = await trx.selectFrom('survey').select('id').where('decode_id', '=', decodeId(0)).executeTakeFirst();
    if (there) return;
    for (const [index, { questions, from, to, status, answered, ...text }] of surveys.entries()) {
      const { id } = await trx
        .insertInto('survey')
        .values({
          title: text.title,
          intro: text.intro,
          finish_tip: text.tip,
          questions: JSON.stringify(questions),
          status,
          starts_at: at(from),
          ends_at: at(to),
          decode_id: decodeId(index),
          created_by_name: '运营专员',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      // accounts of the login page find the running survey unanswered
      const sheets = answered === 'all' ? people : people.filter((_, n) => answered === 'some' && n % 3 === 2);
      for (const [n, user] of sheets.entries()) {
        const survey = { id, anonymous: false, questions };
        // in office hours of the second day
        const then = new Date(Math.floor(at(from + 1).getTime() / dayMs) * dayMs + (2 * 60 + n * 17) * minuteMs);
        await storeAnswer(trx, secrets, { survey, user, answers: answersOf(questions, n), at: then });
      }
    }
  });
}
