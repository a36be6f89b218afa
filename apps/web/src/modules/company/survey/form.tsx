import { type OpenSurvey, saveAnswer } from '@tongda/contract/company/survey/answer';
import {
  type Answer,
  askedQuestions,
  checkAnswers,
  isAnswered,
  type Question,
  withoutEmptyAnswers,
} from '@tongda/contract/company/survey/question';
import { codes } from '@tongda/contract/core/endpoint';
import { Button, Progress } from 'antd';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../kit/call/api-error';
import { useAct } from '../../../kit/call/use-act';
import { keepDraft, readDraft } from './draft';
import { QuestionField } from './question-field';

const emptyAnswer = (questionId: number): Answer => ({ questionId, optionIds: [], text: '' });
const fieldOf = (id: number): string => `answers.${id}`;

interface SurveyFormProps {
  survey: OpenSurvey;
  done: () => void;
  /** it cannot be answered any more */
  refused: (error: ApiError) => void;
}

/** The form with all questions. Entered answers survive a reload; a missing or wrong answer is shown at its question. */
export function SurveyForm({ survey, done, refused }: SurveyFormProps) {
  const { id: surveyId, questions } = survey;
  const [answers, setAnswers] = useState<Answer[]>(() => readDraft(surveyId));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = askedQuestions(questions, answers);
  const given = (id: number): Answer => answers.find(({ questionId }) => questionId === id) ?? emptyAnswer(id);
  const change = (answer: Answer): void => {
    const next = [...answers.filter(({ questionId }) => questionId !== answer.questionId), answer];
    setAnswers(next);
    keepDraft(surveyId, next);
    const field = fieldOf(answer.questionId);
    if (problems.has(field)) setProblems(new Map([...problems].filter(([key]) => key !== field)));
  };
  const show = (errors: ReadonlyArray<{ field: string; msg: string }>): void => {
    setProblems(new Map(errors.map(({ field, msg }) => [field, msg])));
    const first = asked.find(({ id }) => errors.some(({ field }) => field === fieldOf(id)));
    if (first) focusOn(first);
  };
  const sending = useAct(saveAnswer, {
    how: { quiet: true },
    done: () => {
      keepDraft(surveyId, []);
      done();
    },
    failed: (error) => {
      if (!(error instanceof ApiError)) return false;
      if (error.errors.length > 0) show(error.errors);
      else if (error.code === codes.blockedByRule || error.code === codes.notFound) refused(error);
      else return false;
      return true;
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const findings = checkAnswers(questions, answers);
    if (findings.length > 0) show(findings);
    else void sending.run({ surveyId, answers: withoutEmptyAnswers(questions, answers) });
  };
  const answered = asked.filter(({ id }) => isAnswered(given(id))).length;
  return (
    <form onSubmit={submit} noValidate>
      {asked.map((one, index) => (
        <QuestionField
          key={one.id}
          asked={one}
          no={index + 1}
          given={given(one.id)}
          change={change}
          problem={problems.get(fieldOf(one.id))}
        />
      ))}
      <footer>
        <Progress
          percent={Math.round((answered / asked.length) * 100)}
          showInfo={false}
          size="small"
          aria-label="填写进度"
        />
        <span className="td-cap">
          已答 {answered} / {asked.length}
        </span>
        <Button type="primary" size="large" htmlType="submit" loading={sending.busy}>
          提交
        </Button>
      </footer>
    </form>
  );
}

function focusOn({ id }: Question): void {
  const field = document.getElementById(`survey-question-${id}`);
  field?.scrollIntoView({ block: 'center' });
  field?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
}
