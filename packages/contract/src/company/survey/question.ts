import { z } from 'zod';
import type { FieldError } from '../../core/endpoint';
import { defineEnum, type EnumCode } from '../../core/enum';

/** How a question is answered. */
export const questionKind = defineEnum('questionKind', {
  single: [1, '单选'],
  multiple: [2, '多选'],
  text: [3, '填空'],
  score: [4, '评分'],
  nps: [5, '推荐度'],
  matrix: [6, '矩阵'],
});
export type QuestionKind = EnumCode<typeof questionKind>;

export const surveyLimits = { questions: 50, options: 20, rows: 10, text: 500, score: 5, nps: 10 } as const;

const choice = z.string('请填写选项').trim().min(1, '请填写选项').max(50, '选项最多50个字');

export const question = z.object({
  id: z.number().int().min(1).max(999),
  kind: questionKind.schema,
  title: z.string('请填写题目').trim().min(2, '题目应为2~100个字').max(100, '题目应为2~100个字'),
  required: z.boolean(),
  /** choices of 单选 and 多选, columns of 矩阵 */
  options: z.array(choice).max(surveyLimits.options, `最多${surveyLimits.options}个选项`).default([]),
  /** lines of 矩阵 */
  rows: z.array(choice).max(surveyLimits.rows, `最多${surveyLimits.rows}行`).default([]),
  /** asked only when one of these choices of an earlier 单选 or 多选 was taken */
  showIf: z
    .object({ questionId: z.number().int(), options: z.array(z.number().int().min(0)).min(1, '请选择选项') })
    .nullable()
    .default(null),
});
export type Question = z.output<typeof question>;

/**
 * The answer to one question. `optionIds` holds the chosen options, counted from 0; for 评分 and 推荐度 the figure itself; for 矩阵 one option
 * for each line, -1 where none was chosen. `text` is the answer to 填空.
 */
export const answer = z.object({
  questionId: z.number().int(),
  optionIds: z.array(z.number().int().min(-1).max(99)).max(surveyLimits.options).default([]),
  text: z.string().trim().max(surveyLimits.text, `最多${surveyLimits.text}个字`).default(''),
});
export type Answer = z.output<typeof answer>;

const isChoice = (kind: QuestionKind): boolean => kind === questionKind.single || kind === questionKind.multiple;

/** Mistakes in the questions of a survey, one sentence for each wrong question; empty when all are right. */
export function checkQuestions(questions: readonly Question[]): FieldError[] {
  if (questions.length === 0) return [{ field: 'questions', msg: '请至少添加1道题目' }];
  return questions.flatMap((asked, index) => {
    const msg = checkQuestion(asked, questions.slice(0, index));
    return msg === null ? [] : [{ field: 'questions', msg: `第${index + 1}题：${msg}` }];
  });
}

/** The mistake in one question, given the questions before it; null when it is right. */
export function checkQuestion(asked: Question, before: readonly Question[]): string | null {
  if (before.some(({ id }) => id === asked.id)) return '题目编号重复';
  const { kind, options, rows, showIf } = asked;
  if ((isChoice(kind) || kind === questionKind.matrix) && options.length < 2) return '请至少填写2个选项';
  if (new Set(options).size < options.length) return '选项重复';
  if (kind === questionKind.matrix && rows.length === 0) return '请至少填写1行';
  if (showIf === null) return null;
  const source = before.find(({ id }) => id === showIf.questionId);
  if (!source || !isChoice(source.kind)) return '显示条件只能引用前面的单选或多选题';
  return showIf.options.every((option) => option < source.options.length) ? null : '显示条件中的选项不存在';
}

/** Questions to show, given the answers so far. A question whose condition (`showIf`) refers to a question that is not shown is not shown either. */
export function askedQuestions(questions: readonly Question[], answers: readonly Answer[]): Question[] {
  const taken = new Map(answers.map(({ questionId, optionIds }) => [questionId, optionIds]));
  const asked = new Set<number>();
  return questions.filter(({ id, showIf }) => {
    const shown =
      showIf === null ||
      (asked.has(showIf.questionId) && showIf.options.some((option) => taken.get(showIf.questionId)?.includes(option)));
    if (shown) asked.add(id);
    return shown;
  });
}

/** Whether an answer holds a text or at least one choice. */
export const isAnswered = (given: Answer | undefined): given is Answer =>
  given !== undefined && (given.text !== '' || given.optionIds.some((option) => option >= 0));

/** Mistakes in the answers, in the order of the questions, each for the field `answers.<question id>`. */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[]): FieldError[] {
  const given = new Map(answers.map((one) => [one.questionId, one]));
  return askedQuestions(questions, answers).flatMap((asked) => {
    const msg = checkAnswer(asked, given.get(asked.id));
    return msg === null ? [] : [{ field: `answers.${asked.id}`, msg }];
  });
}

function checkAnswer(asked: Question, given: Answer | undefined): string | null {
  if (!isAnswered(given)) return asked.required ? '此题必答' : null;
  const { optionIds } = given;
  const only = (from: number, to: number): boolean =>
    optionIds.length === 1 && optionIds.every((option) => option >= from && option <= to);
  const last = asked.options.length - 1;
  switch (asked.kind) {
    case questionKind.single:
      return only(0, last) ? null : '请选择一项';
    case questionKind.multiple:
      return optionIds.every((option) => option >= 0 && option <= last) && new Set(optionIds).size === optionIds.length
        ? null
        : '选项不存在';
    case questionKind.score:
      return only(1, surveyLimits.score) ? null : `请在1~${surveyLimits.score}分中选择`;
    case questionKind.nps:
      return only(0, surveyLimits.nps) ? null : `请在0~${surveyLimits.nps}分中选择`;
    case questionKind.matrix: {
      if (optionIds.length !== asked.rows.length || optionIds.some((option) => option > last)) return '选项不存在';
      return asked.required && optionIds.includes(-1) ? '请为每一行选择一项' : null;
    }
    case questionKind.text:
      return null;
  }
}

/** Answers worth storing: of questions that are shown, in their order, without the empty ones. */
export const withoutEmptyAnswers = (questions: readonly Question[], answers: readonly Answer[]): Answer[] =>
  askedQuestions(questions, answers).flatMap(({ id }) => {
    const given = answers.find(({ questionId }) => questionId === id);
    return isAnswered(given) ? [given] : [];
  });

/** Estimated seconds for one question. */
const secondsOf = (kind: QuestionKind): number => {
  switch (kind) {
    case questionKind.text:
      return 40;
    case questionKind.matrix:
      return 45;
    default:
      return 15;
  }
};
/** Estimated time for a whole survey, in whole minutes, at least one. */
export const minutesOf = (questions: readonly Question[]): number =>
  Math.max(1, Math.round(questions.reduce((sum, { kind }) => sum + secondsOf(kind), 0) / 60));

/** Summary of all answers to one question. */
export const questionResult = z.object({
  questionId: z.number().int(),
  /** how many answered it */
  answered: z.number().int(),
  /** how often each option was chosen; for 评分 the figures from 1, for 推荐度 from 0 */
  counts: z.array(z.number().int()),
  /** 矩阵: the same for each line */
  lines: z.array(z.array(z.number().int())),
  /** 评分 */
  average: z.number().nullable(),
  /** 推荐度: share of 9-10 less share of 0-6, in percent */
  nps: z.number().int().nullable(),
  /** 填空, the newest first */
  texts: z.array(z.string()),
});
export type QuestionResult = z.output<typeof questionResult>;

const shownTexts = 100;

/** Summary of every question over all answer sheets; `sheets` come newest first, so the texts shown are the newest ones. */
export const resultsOf = (questions: readonly Question[], sheets: ReadonlyArray<readonly Answer[]>): QuestionResult[] =>
  questions.map((asked) =>
    resultOf(
      asked,
      sheets.flatMap((sheet) => {
        const one = sheet.find(({ questionId }) => questionId === asked.id);
        return isAnswered(one) ? [one] : [];
      }),
    ),
  );

function resultOf(asked: Question, given: readonly Answer[]): QuestionResult {
  const figures = given.flatMap(({ optionIds }) => optionIds);
  const last = asked.options.length - 1;
  const none = { counts: [], lines: [], average: null, nps: null, texts: [] };
  const base: QuestionResult = { questionId: asked.id, answered: given.length, ...none };
  switch (asked.kind) {
    case questionKind.single:
    case questionKind.multiple:
      return { ...base, counts: countFigures(figures, 0, last) };
    case questionKind.score:
      return { ...base, counts: countFigures(figures, 1, surveyLimits.score), average: meanOf(figures) };
    case questionKind.nps:
      return { ...base, counts: countFigures(figures, 0, surveyLimits.nps), nps: netPromoterScore(figures) };
    case questionKind.matrix: {
      const line = (row: number): number[] => given.flatMap(({ optionIds }) => optionIds.slice(row, row + 1));
      return { ...base, lines: asked.rows.map((_, row) => countFigures(line(row), 0, last)) };
    }
    case questionKind.text:
      return { ...base, texts: given.slice(0, shownTexts).map(({ text }) => text) };
  }
}

/** How often each of the figures `from`…`to` occurs. */
const countFigures = (values: readonly number[], from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => values.filter((value) => value === from + i).length);

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;

function netPromoterScore(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const share = (from: number, to: number): number =>
    values.filter((value) => value >= from && value <= to).length / values.length;
  return Math.round((share(9, 10) - share(0, 6)) * 100);
}
