import { clientInfo, trialOffered } from '@tongda/contract/base/system-apply/calls';
import { surveyNotify } from '@tongda/contract/company/survey/state';
import type { Output } from '@tongda/contract/core/endpoint';
import { builtRoutes } from '@tongda/contract/shell/built';
import { constants } from '@tongda/contract/shell/constants';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { hasMenu } from '@tongda/contract/shell/tree';
import { Button, Dropdown } from 'antd';
import { ClipboardList, Crown, FlaskConical, Gift, Plug } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/call/api';
import { type User, useSession } from '../../kit/session/user';
import { wireTime } from '../../kit/show/format';
import { useStripNote } from '../../kit/strip/notes';

const TrialDialog = lazy(async () => ({ default: (await import('../dialog/trial')).TrialDialog }));

type ClientInfo = Output<typeof clientInfo>;
type Survey = Output<typeof surveyNotify>;

/**
 * Links of the notice area: questionnaire, interfaces, membership, trial. Nothing to offer = no button, and a screen on the wall, which only
 * looks, is offered nothing.
 */
export function NoticeArea() {
  const { user } = useSession();
  return user === null || user.terminalKind === 'tv' ? null : <Offers user={user} />;
}

function Offers({ user }: { user: User }) {
  const { tree } = useSession();
  const info = useClientInfo(user.clientId);
  const survey = useSurvey(user);
  const [trial, setTrial] = useState(false);
  const navigate = useNavigate();
  useSurveyNote(survey, user.id);
  const items: Array<{ key: string; icon: ReactNode; label: string; onClick: () => void }> = [];
  if (survey?.surveyUrl && builtRoutes.has('questionnaireGather')) {
    const url = surveyLink(survey);
    items.push({
      key: 'survey',
      icon: <ClipboardList className="td-ico" />,
      label: `问卷：${survey.title ?? ''}`,
      onClick: () => void navigate(url),
    });
  }
  if (builtRoutes.has('interfaceCenter')) {
    const url = href(routes.interfaceCenter, 'community');
    items.push({ key: 'api', icon: <Plug className="td-ico" />, label: '接口对接', onClick: () => void navigate(url) });
  }
  // nobody buys in the name of a company that he visits
  if (builtRoutes.has('memberInventory') && user.loginType !== -1 && hasMenu(tree, menus.member.id)) {
    const url = href(routes.memberInventory, 'community', { step: 1 });
    const buy = async (): Promise<void> => {
      const { mayPurchase } = await import('../../kit/session/purchase');
      if (await mayPurchase()) await navigate(url);
    };
    items.push({ key: 'member', icon: <Crown className="td-ico" />, label: '购买会员', onClick: () => void buy() });
  }
  if (info && trialOffered(user, info.systemCodeList)) {
    items.push({
      key: 'trial',
      icon: <FlaskConical className="td-ico" />,
      label: '申请试用',
      onClick: () => setTrial(true),
    });
  }
  return (
    <>
      {items.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            className="shell-frame-round"
            title="服务与试用"
            aria-label="服务与试用"
            icon={<Gift />}
          />
        </Dropdown>
      ) : null}
      <Suspense fallback={null}>
        {trial && info ? <TrialDialog info={info} close={() => setTrial(false)} /> : null}
      </Suspense>
    </>
  );
}

/** Systems of the company, asked a second after load: the page has better things to do before. */
function useClientInfo(clientId: string | undefined): ClientInfo | null {
  const [info, setInfo] = useState<ClientInfo | null>(null);
  useEffect(() => {
    if (clientId === undefined) return;
    let gone = false;
    const timer = setTimeout(() => {
      call(clientInfo, { clientId }, { quiet: true }).then(
        (found) => gone || setInfo(found),
        () => undefined,
      );
    }, constants.clientInfo.delayMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [clientId]);
  return info;
}

const surveyLink = ({ surveyUrl, decodeId }: Survey): string =>
  `${surveyUrl}?decodeId=${encodeURIComponent(decodeId ?? '')}`;

/** A questionnaire waits in the strip; put away it comes back the next day. */
function useSurveyNote(survey: Survey | null, userId: string): void {
  const navigate = useNavigate();
  const key = `td.survey.away.${userId}`;
  const today = wireTime(Date.now()).slice(0, 10);
  const [away, setAway] = useState(() => localStorage.getItem(key));
  const wanted = survey?.surveyUrl && builtRoutes.has('questionnaireGather') && away !== today;
  useStripNote(
    'survey',
    survey && wanted
      ? {
          icon: <ClipboardList className="td-ico" />,
          text: `问卷：${survey.title ?? ''}`,
          verb: '填写',
          run: () => void navigate(surveyLink(survey)),
          away: () => {
            localStorage.setItem(key, today);
            setAway(today);
          },
        }
      : null,
  );
}

/** The survey that waits for the user himself: nobody answers one in the name of a company that he visits. */
function useSurvey(user: User): Survey | null {
  const [survey, setSurvey] = useState<Survey | null>(null);
  const atHome = user.loginType !== -1;
  useEffect(() => {
    // Without the page that answers them nobody needs to know of surveys.
    if (!builtRoutes.has('questionnaireGather') || !atHome) return;
    let gone = false;
    call(surveyNotify, undefined, { quiet: true }).then(
      (found) => gone || setSurvey(found),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [atHome]);
  return survey;
}
