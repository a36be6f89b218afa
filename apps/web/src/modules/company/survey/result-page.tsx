import { publishStatus } from '@tongda/contract/base/system-enums';
import { surveyAnswers, surveyDetail, surveyResult } from '@tongda/contract/company/survey/manage-calls';
import {
  type Answer,
  type Question,
  type QuestionResult,
  questionKind,
} from '@tongda/contract/company/survey/question';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, Pagination, Select, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import { surveyLinks } from './links';
import './styles.css';

const sheetsAPage = 10;

/** 问卷结果: a summary of each question, and the single answer sheets. */
export function SurveyResultPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const [clientId, setClientId] = useState<string>();
  const survey = useAsk(surveyDetail, { id }, { when: id !== '' });
  const result = useAsk(surveyResult, { id, clientId }, { when: id !== '', keep: true });
  if (id === '')
    return (
      <Empty
        title="没有指定问卷"
        action={<Button onClick={() => void navigate(surveyLinks.list)}>返回问卷列表</Button>}
      />
    );
  const error = survey.error ?? result.error;
  if (error) return <ErrorState error={error} retry={() => void Promise.all([survey.refetch(), result.refetch()])} />;
  if (!survey.data || !result.data) return <Loading />;
  const { title, status, questions, answerCount, targetCount, rate } = survey.data;
  return (
    <WorkFrame
      head={{
        title,
        back: surveyLinks.list,
        code: publishStatus.label(status),
        meta: `已答 ${formatNumber(answerCount)} / 应答 ${formatNumber(targetCount)}，回收率 ${formatNumber(rate, 1)}%`,
      }}
    >
      <div className="company-survey-result">
        <Select
          aria-label="企业"
          allowClear
          placeholder="全部企业"
          style={{ width: 240 }}
          value={clientId}
          options={result.data.clients.map((one) => ({ value: one.id, label: `${one.name}（${one.answers}份）` }))}
          onChange={setClientId}
        />
        <Tabs
          items={[
            {
              key: 'all',
              label: `统计（${formatNumber(result.data.answers)}份）`,
              children: <Totals questions={questions} results={result.data.results} />,
            },
            {
              key: 'sheets',
              label: '单份答卷',
              children: <Sheets id={id} clientId={clientId} questions={questions} />,
            },
          ]}
        />
      </div>
    </WorkFrame>
  );
}

function Totals({ questions, results }: { questions: readonly Question[]; results: readonly QuestionResult[] }) {
  return (
    <ol className="company-survey-totals">
      {questions.map((asked, index) => {
        const result = results.find(({ questionId }) => questionId === asked.id);
        return result ? (
          <li key={asked.id}>
            <h2>
              {index + 1}. {asked.title}
              <span className="td-cap">
                {questionKind.label(asked.kind)}　{formatNumber(result.answered)}人回答
              </span>
            </h2>
            <Result asked={asked} result={result} />
          </li>
        ) : null;
      })}
    </ol>
  );
}

function Result({ asked, result }: { asked: Question; result: QuestionResult }) {
  const { counts, lines, answered, average, nps, texts } = result;
  switch (asked.kind) {
    case questionKind.single:
    case questionKind.multiple:
      return <Bars names={asked.options} counts={counts} of={answered} />;
    case questionKind.score:
      return (
        <>
          <p>平均 {formatNumber(average, 2)} 分</p>
          <Bars names={counts.map((_, i) => `${i + 1}分`)} counts={counts} of={answered} />
        </>
      );
    case questionKind.nps:
      return (
        <>
          <p>净推荐值 {formatNumber(nps)}</p>
          <Bars names={counts.map((_, i) => `${i}分`)} counts={counts} of={answered} />
        </>
      );
    case questionKind.matrix:
      return asked.rows.map((name, row) => (
        <div key={name}>
          <h3>{name}</h3>
          <Bars names={asked.options} counts={lines[row] ?? []} of={answered} />
        </div>
      ));
    case questionKind.text:
      return texts.length === 0 ? (
        <p className="td-cap">没有填写</p>
      ) : (
        <ul className="company-survey-texts">
          {texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may write the same
            <li key={index}>{text}</li>
          ))}
        </ul>
      );
  }
}

function Bars({ names, counts, of }: { names: readonly string[]; counts: readonly number[]; of: number }) {
  return (
    <dl className="company-survey-bars">
      {names.map((name, index) => {
        const count = counts[index] ?? 0;
        const share = of === 0 ? 0 : (count / of) * 100;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <i style={{ width: `${share}%` }} />
            </dd>
            <dd>
              {formatNumber(count)}
              <span className="td-cap">{formatNumber(share, 1)}%</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type Sheet = Output<typeof surveyAnswers>['list'][number];

function Sheets({ id, clientId, questions }: { id: string; clientId?: string; questions: readonly Question[] }) {
  const [page, setPage] = useState(1);
  const asked = useAsk(surveyAnswers, { id, clientId, page, size: sheetsAPage }, { keep: true });
  if (asked.error) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <Loading />;
  if (asked.data.total === 0) return <Empty title="还没有答卷" />;
  return (
    <>
      {asked.data.list.map((sheet) => (
        <SheetCard key={sheet.id} sheet={sheet} questions={questions} />
      ))}
      <Pagination
        current={page}
        pageSize={sheetsAPage}
        total={asked.data.total}
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  );
}

function SheetCard({ sheet, questions }: { sheet: Sheet; questions: readonly Question[] }) {
  return (
    <article className="company-survey-sheet">
      <h2>
        {sheet.userName ?? '匿名'}
        <span className="td-cap">
          {sheet.clientName ? `${sheet.clientName}　` : ''}
          {shortTime(sheet.answerTime)}
        </span>
      </h2>
      <dl>
        {sheet.answers.map((given) => {
          const asked = questions.find(({ id }) => id === given.questionId);
          return asked ? (
            <div key={asked.id}>
              <dt>{asked.title}</dt>
              <dd>{answerWordsOf(asked, given)}</dd>
            </div>
          ) : null;
        })}
      </dl>
    </article>
  );
}

function answerWordsOf({ kind, options, rows }: Question, { optionIds, text }: Answer): string {
  switch (kind) {
    case questionKind.text:
      return text;
    case questionKind.score:
    case questionKind.nps:
      return `${optionIds.join('')}分`;
    case questionKind.matrix:
      return rows.map((name, row) => `${name}：${options[optionIds[row] ?? -1] ?? '未选'}`).join('；');
    case questionKind.single:
    case questionKind.multiple:
      return optionIds.map((option) => options[option] ?? '').join('、');
  }
}
