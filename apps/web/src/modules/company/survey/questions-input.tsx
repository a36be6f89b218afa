import {
  checkQuestion,
  type Question,
  question,
  questionKind,
  surveyLimits,
} from '@tongda/contract/company/survey/question';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { moreChosen } from '../../../kit/form/input/more-chosen';

type Draft = Question;
interface QuestionsInputProps {
  value?: Draft[];
  onChange?: (questions: Draft[]) => void;
  disabled?: boolean;
}

const withOptions: readonly number[] = [questionKind.single, questionKind.multiple, questionKind.matrix];
const isChoice = (one: Draft): boolean => one.kind === questionKind.single || one.kind === questionKind.multiple;
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** What is wrong with a question, in words; null = nothing. */
function findingOf(one: Draft, before: readonly Draft[]): string | null {
  const parsed = question.safeParse(one);
  return parsed.success ? checkQuestion(parsed.data, before) : (parsed.error.issues[0]?.message ?? null);
}

/** Form control that edits the questions of a survey: kind, title, options and the condition under which each is shown. */
export function QuestionsInput({ value = [], onChange, disabled = false }: QuestionsInputProps) {
  const set = (next: Draft[]): void => onChange?.(next);
  const change = (at: number, fields: Partial<Draft>): void =>
    set(value.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  const swap = (at: number, to: number): void => {
    const [one, other] = [value[at], value[to]];
    if (one && other) set(value.map((old, index) => (index === at ? other : index === to ? one : old)));
  };
  const add = (): void => {
    const id = Math.max(0, ...value.map((one) => one.id)) + 1;
    set([...value, { id, kind: questionKind.single, title: '', required: true, options: [], rows: [], showIf: null }]);
  };
  return (
    <div className="company-survey-questions">
      <ol>
        {value.map((one, at) => (
          <QuestionEditor
            key={one.id}
            one={one}
            at={at}
            before={value.slice(0, at)}
            last={at === value.length - 1}
            disabled={disabled}
            change={(fields) => change(at, fields)}
            swap={(to) => swap(at, to)}
            remove={() => set(value.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      <Button icon={<Plus />} disabled={disabled || value.length >= surveyLimits.questions} onClick={add}>
        添加题目
      </Button>
    </div>
  );
}

function Tool({ label, icon, off, run }: { label: string; icon: ReactNode; off: boolean; run: () => void }) {
  return <Button type="text" aria-label={label} title={label} icon={icon} disabled={off} onClick={run} />;
}

interface PartProps {
  one: Draft;
  disabled: boolean;
  change: (fields: Partial<Draft>) => void;
}

function Choices({ one, at, disabled, change }: PartProps & { at: number }) {
  if (!withOptions.includes(one.kind)) return null;
  const matrix = one.kind === questionKind.matrix;
  return (
    <div className="company-survey-questions-choices">
      {matrix ? (
        <Input.TextArea
          aria-label={`第${at + 1}题的行`}
          placeholder="行，每行一个"
          autoSize={{ minRows: 2 }}
          disabled={disabled}
          value={one.rows.join('\n')}
          onChange={(event) => change({ rows: linesOf(event.target.value) })}
        />
      ) : null}
      <Input.TextArea
        aria-label={`第${at + 1}题的选项`}
        placeholder="选项，每行一个"
        autoSize={{ minRows: 2 }}
        disabled={disabled}
        value={one.options.join('\n')}
        onChange={(event) => change({ options: linesOf(event.target.value) })}
      />
    </div>
  );
}

interface QuestionEditorProps extends PartProps {
  at: number;
  before: readonly Draft[];
  last: boolean;
  swap: (to: number) => void;
  remove: () => void;
}

/** One question with everything that can be changed of it, and its mistake once the form was checked. */
function QuestionEditor({ one, at, before, last, disabled, change, swap, remove }: QuestionEditorProps) {
  const { status } = Form.Item.useStatus();
  return (
    <li aria-label={`第${at + 1}题`}>
      <header>
        <b>{at + 1}</b>
        <Select
          aria-label={`第${at + 1}题类型`}
          value={one.kind}
          disabled={disabled}
          style={{ width: 96 }}
          options={questionKind.options.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(kind) =>
            change({
              kind,
              options: withOptions.includes(kind) ? one.options : [],
              rows: kind === questionKind.matrix ? one.rows : [],
            })
          }
        />
        <Input
          aria-label={`第${at + 1}题题目`}
          placeholder="题目"
          maxLength={100}
          value={one.title}
          disabled={disabled}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Checkbox
          checked={one.required}
          disabled={disabled}
          onChange={(event) => change({ required: event.target.checked })}
        >
          必答
        </Checkbox>
        <Tool label={`上移第${at + 1}题`} icon={<ArrowUp />} off={disabled || at === 0} run={() => swap(at - 1)} />
        <Tool label={`下移第${at + 1}题`} icon={<ArrowDown />} off={disabled || last} run={() => swap(at + 1)} />
        <Tool label={`删除第${at + 1}题`} icon={<Trash2 />} off={disabled} run={remove} />
      </header>
      <Choices one={one} at={at} disabled={disabled} change={change} />
      <Condition one={one} before={before} disabled={disabled} change={change} />
      {status === 'error' ? <p className="company-survey-question-problem">{findingOf(one, before)}</p> : null}
    </li>
  );
}

/** 跳题: asked only after certain choices of an earlier question. */
function Condition({ one, before, disabled, change }: PartProps & { before: readonly Draft[] }) {
  const sources = before.filter(isChoice);
  if (sources.length === 0 && one.showIf === null) return null;
  const source = sources.find(({ id }) => id === one.showIf?.questionId);
  return (
    <div className="company-survey-questions-condition">
      <span className="td-cap">显示条件</span>
      <Select
        aria-label="显示条件：题目"
        allowClear
        placeholder="始终显示"
        disabled={disabled}
        value={one.showIf?.questionId}
        options={sources.map(({ id, title }) => ({
          value: id,
          label: `第${before.findIndex((other) => other.id === id) + 1}题 ${title}`,
        }))}
        onChange={(questionId?: number) =>
          change({ showIf: questionId === undefined ? null : { questionId, options: [] } })
        }
      />
      {one.showIf ? (
        <>
          <span className="td-cap">选择了</span>
          <Select
            aria-label="显示条件：选项"
            mode="multiple"
            maxTagCount="responsive"
            maxTagPlaceholder={moreChosen}
            disabled={disabled}
            value={one.showIf.options}
            options={(source?.options ?? []).map((label, value) => ({ value, label }))}
            onChange={(options) => change({ showIf: one.showIf && { ...one.showIf, options } })}
          />
        </>
      ) : null}
    </div>
  );
}
