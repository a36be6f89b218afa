import { type Answer, type Question, questionKind, surveyLimits } from '@tongda/contract/company/survey/question';
import { Checkbox, Input, Radio } from 'antd';

interface QuestionFieldProps {
  asked: Question;
  /** its number among what is asked */
  no: number;
  given: Answer;
  change: (answer: Answer) => void;
  problem: string | undefined;
}

/** One question with the control for its answer, and its error below. */
export function QuestionField({ asked, no, given, change, problem }: QuestionFieldProps) {
  const { id, kind, title, required } = asked;
  const problemId = `survey-problem-${id}`;
  return (
    <fieldset
      className="company-survey-question"
      id={`survey-question-${id}`}
      data-wrong={problem !== undefined}
      aria-describedby={problem ? problemId : undefined}
    >
      <legend>
        <b>{no}.</b> {title}
        {required ? <i title="必答">*</i> : <span className="td-cap">（选答）</span>}
        {kind === questionKind.multiple ? <span className="td-cap">（可多选）</span> : null}
      </legend>
      <Control asked={asked} given={given} change={change} />
      {problem ? (
        <p className="company-survey-question-problem" id={problemId} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

function Control({ asked, given, change }: Pick<QuestionFieldProps, 'asked' | 'given' | 'change'>) {
  const { kind, title, options } = asked;
  const choices = options.map((label, value) => ({ label, value }));
  const take = (optionIds: number[]): void => change({ ...given, optionIds });
  switch (kind) {
    case questionKind.single:
      return (
        <Radio.Group
          className="company-survey-question-choices"
          aria-label={title}
          options={choices}
          value={given.optionIds[0]}
          onChange={(event) => take([Number(event.target.value)])}
        />
      );
    case questionKind.multiple:
      return (
        <Checkbox.Group
          className="company-survey-question-choices"
          options={choices}
          value={given.optionIds}
          onChange={(values) => take([...values].sort((a, b) => a - b))}
        />
      );
    case questionKind.score:
      return (
        <Scale title={title} from={1} to={surveyLimits.score} ends={['很不满意', '很满意']} {...{ given, take }} />
      );
    case questionKind.nps:
      return <Scale title={title} from={0} to={surveyLimits.nps} ends={['不可能', '极有可能']} {...{ given, take }} />;
    case questionKind.matrix:
      return <Matrix asked={asked} given={given} take={take} />;
    case questionKind.text:
      return (
        <Input.TextArea
          aria-label={title}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={surveyLimits.text}
          showCount
          value={given.text}
          onChange={(event) => change({ ...given, text: event.target.value })}
        />
      );
  }
}

interface ScaleProps {
  title: string;
  from: number;
  to: number;
  /** what the lowest and the highest figure mean */
  ends: readonly [string, string];
  given: Answer;
  take: (optionIds: number[]) => void;
}
function Scale({ title, from, to, ends, given, take }: ScaleProps) {
  return (
    <div className="company-survey-question-scale">
      <Radio.Group
        aria-label={title}
        optionType="button"
        value={given.optionIds[0]}
        options={Array.from({ length: to - from + 1 }, (_, i) => ({ value: from + i, label: String(from + i) }))}
        onChange={(event) => take([Number(event.target.value)])}
      />
      <div className="td-cap">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  );
}

function Matrix({ asked, given, take }: { asked: Question; given: Answer; take: (optionIds: number[]) => void }) {
  const { rows, options } = asked;
  const chosen = rows.map((_, row) => given.optionIds[row] ?? -1);
  return (
    <div className="company-survey-question-matrix">
      {rows.map((name, row) => (
        <div key={name}>
          <span>{name}</span>
          <Radio.Group
            aria-label={name}
            value={chosen[row]}
            options={options.map((label, value) => ({ label, value }))}
            onChange={(event) => take(chosen.map((old, at) => (at === row ? Number(event.target.value) : old)))}
          />
        </div>
      ))}
    </div>
  );
}
