import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';
import { answer, question, surveyLimits } from './question';

/** A survey in the list of the surveys that the caller may answer or has answered. */
const ownSurvey = z.object({
  id,
  title: z.string(),
  intro: z.string(),
  questionCount: z.number().int(),
  /** estimated time to answer it */
  minutes: z.number().int(),
  anonymous: z.boolean(),
  startTime: dateTime,
  endTime: dateTime.nullable(),
  running: z.boolean(),
  /** when the caller answered it; null: not yet */
  answerTime: dateTime.nullable(),
  /** id in the address of the page that asks the questions; null when the survey is over or answered, or when the caller acts as another user */
  decodeId: z.string().nullable(),
});
export type OwnSurvey = z.output<typeof ownSurvey>;

export const surveyMine = endpoint({
  path: '/api/base/cms/survey/mine',
  access: 'session',
  title: '我的问卷：进行中和已结束的',
  output: z.array(ownSurvey),
});

export const loginSurvey = endpoint({
  path: '/api/base/open/loginSurvey',
  access: 'public',
  title: '打开问卷：个人链接直接进入，公开链接用登录身份或手机号和短信验证码；得到填写用的免登录令牌',
  input: z.object({
    decodeId: z.string('缺少问卷编号').min(1, '缺少问卷编号').max(200),
    phone: patterns.phone.schema.optional(),
    verifyCode: z
      .string()
      .regex(/^\d{6}$/u, '请输入6位短信验证码')
      .optional(),
  }),
  output: z.object({
    /** token for the header Open-Access-Token of `saveAnswer`; null: the visitor must give his phone number first */
    openToken: z.string().nullable(),
    survey: z.object({
      id,
      title: z.string(),
      intro: z.string(),
      anonymous: z.boolean(),
      endTime: dateTime.nullable(),
      finishTip: z.string(),
      minutes: z.number().int(),
      /** empty as long as it is not known who the visitor is */
      questions: z.array(question),
    }),
  }),
});
export type OpenSurvey = z.output<typeof loginSurvey.output>['survey'];

export const saveAnswer = endpoint({
  path: '/api/base/open/saveAnswer',
  access: 'public',
  title: '提交答卷（Open-Access-Token，每人一次）',
  // 50 answers of 500 Chinese characters
  maxBodyKb: 128,
  input: z.object({ surveyId: id, answers: z.array(answer).max(surveyLimits.questions) }),
});
