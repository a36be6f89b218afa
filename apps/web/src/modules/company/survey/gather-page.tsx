import { type OwnSurvey, surveyMine } from '@tongda/contract/company/survey/answer';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { CircleCheck, ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { minuteText } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import '../../../kit/list/page.css';
import './styles.css';

type Tab = 'running' | 'ended';
const tabs = { running: '进行中', ended: '已结束' } as const satisfies Record<Tab, string>;
const tabKeys = ['running', 'ended'] as const;

/** 问卷调查: the surveys that are meant for me, those to fill in first. */
export function SurveyGatherPage() {
  const asked = useAsk(surveyMine, undefined, { refetchOnMount: 'always' });
  const [tab, setTab] = useState<Tab>('running');
  const of = (wanted: Tab): OwnSurvey[] =>
    (asked.data ?? []).filter(({ running }) => running === (wanted === 'running'));
  return (
    <WorkFrame head={{ title: '问卷调查' }}>
      <div className="kit-list-status" role="tablist" aria-label="问卷状态">
        {tabKeys.map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            className="td-plain kit-list-status-tab"
            aria-selected={tab === key}
            onClick={() => setTab(key)}
          >
            {tabs[key]}
            {asked.data ? <span>{of(key).length}</span> : null}
          </button>
        ))}
      </div>
      <div className="company-survey-list">
        {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : null}
        {asked.isLoading ? <Loading /> : null}
        {asked.data && of(tab).length === 0 ? (
          <Empty
            title={tab === 'running' ? '没有进行中的问卷' : '没有已结束的问卷'}
            text={tab === 'running' ? '服务商发布新问卷后，页面右上角的礼盒中会出现提醒' : undefined}
          />
        ) : null}
        {of(tab).length > 0 ? (
          <ul aria-label={`${tabs[tab]}的问卷`}>
            {of(tab).map((survey) => (
              <SurveyCard key={survey.id} survey={survey} />
            ))}
          </ul>
        ) : null}
      </div>
    </WorkFrame>
  );
}

function SurveyCard({ survey }: { survey: OwnSurvey }) {
  const navigate = useNavigate();
  const { decodeId, answerTime, endTime } = survey;
  return (
    <li className="company-survey-card" data-todo={decodeId !== null}>
      <span className="company-survey-icon">
        <ClipboardList />
      </span>
      <div>
        <h2>{survey.title}</h2>
        {survey.intro ? <p>{survey.intro}</p> : null}
        <p className="td-cap">
          {survey.questionCount}题，约{survey.minutes}分钟
          {survey.anonymous ? '　匿名填写' : ''}
          {'　'}
          {endTime ? `${minuteText(endTime)} 截止` : '长期有效'}
        </p>
      </div>
      {answerTime ? (
        <span className="company-survey-done">
          <CircleCheck className="td-ico" />
          {minuteText(answerTime)} 已填写
        </span>
      ) : null}
      {decodeId ? (
        <Button type="primary" onClick={() => void navigate(href(routes.survey, 'community', { id: decodeId }))}>
          去填写
        </Button>
      ) : null}
      {!answerTime && !survey.running ? <span className="td-cap">未填写</span> : null}
    </li>
  );
}
