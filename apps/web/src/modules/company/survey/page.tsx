import { loginSurvey, type OpenSurvey } from '@tongda/contract/company/survey/answer';
import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { keepFreeToken } from '../../../kit/session/free-token';
import { hasLogin } from '../../../kit/session/tokens';
import { minuteText } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { SurveyForm } from './form';
import { SurveyPhone } from './phone';
import './styles.css';

type Opened = { openToken: string | null; survey: OpenSurvey };
type State = { opened: Opened } | { error: unknown } | { done: OpenSurvey } | null;

/** /survey/:id: answers a survey as the user that a personal link names, as the logged-in user, or after a phone code. Made for phones too. */
export function SurveyPage() {
  const { id: decodeId = '' } = useParams();
  const [state, setState] = useState<State>(null);
  const enter = useCallback((opened: Opened): void => {
    if (opened.openToken) keepFreeToken(opened.openToken);
    setState({ opened });
  }, []);
  const open = useCallback((): void => {
    setState(null);
    call(loginSurvey, { decodeId }, { quiet: true, asUser: hasLogin() }).then(enter, (error: unknown) =>
      setState({ error }),
    );
  }, [decodeId, enter]);
  useEffect(open, [open]);
  const title = state && 'opened' in state ? state.opened.survey.title : '问卷调查';
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (state === null) return <Frame>{<Loading />}</Frame>;
  if ('error' in state) return <Frame>{<Refused error={state.error} retry={open} />}</Frame>;
  if ('done' in state) return <Frame>{<Done survey={state.done} />}</Frame>;
  const { openToken, survey } = state.opened;
  return (
    <Frame>
      <header>
        <h1>{survey.title}</h1>
        {survey.intro ? <p>{survey.intro}</p> : null}
        <p className="td-cap">
          约{survey.minutes}分钟
          {survey.anonymous ? '　匿名填写，不记录姓名' : ''}
          {survey.endTime ? `　${minuteText(survey.endTime)} 截止` : ''}
        </p>
      </header>
      {openToken === null ? (
        <SurveyPhone decodeId={decodeId} entered={enter} refused={(error) => setState({ error })} />
      ) : (
        <SurveyForm survey={survey} done={() => setState({ done: survey })} refused={(error) => setState({ error })} />
      )}
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => <main className="company-survey">{children}</main>;

function Done({ survey }: { survey: OpenSurvey }) {
  return (
    <div className="company-survey-end" role="status">
      <CircleCheck />
      <h1>{message('survey.thanks')}</h1>
      <p>{survey.finishTip || survey.title}</p>
      <ToList />
    </div>
  );
}

/** The way back to the list of surveys, for logged-in users only. */
function ToList() {
  const navigate = useNavigate();
  if (!hasLogin()) return null;
  return (
    <Button onClick={() => void navigate(href(routes.questionnaireGather, 'community'), { replace: true })}>
      返回问卷列表
    </Button>
  );
}

function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError)) return <ErrorState error={error} retry={retry} />;
  if (error.code === codes.notFound || error.code === codes.invalid)
    return <Empty title="问卷链接已失效" text="请从最新的通知中打开，或联系发给您链接的人" action={<ToList />} />;
  if (error.code === codes.blockedByRule || error.code === codes.forbidden)
    return (
      <Empty
        title={error.message}
        text={error.message === message('survey.again') ? '每人只能提交一次，感谢您的参与' : undefined}
        action={<ToList />}
      />
    );
  return <ErrorState error={error} retry={retry} />;
}
