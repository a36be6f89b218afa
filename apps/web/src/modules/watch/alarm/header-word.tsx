import { useQueryClient } from '@tanstack/react-query';
import { allowsAccess } from '@tongda/contract/core/allows';
import { minuteMs } from '@tongda/contract/core/durations';
import { liveFrame } from '@tongda/contract/core/live';
import { constants } from '@tongda/contract/shell/constants';
import { alarmCount } from '@tongda/contract/watch/alarm/calls';
import { alarmUrgency, countKey, countWords, noAlarms } from '@tongda/contract/watch/alarm/urgency';
import { useEffect } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { liveClient } from '../../../kit/live/connection';
import { useSession } from '../../../kit/session/user';
import { HeaderWord } from '../../../kit/show/header-word';
import { ofAllTime, useRecordLink } from './links';

/**
 * 新报警 in the header: the alarms that are new, the same figure as the feed's, and the way to them. Without any it says 未确认, those that wait for longer: a
 * nought beside 70 that nobody took up would say that all is well. Nothing for who may not see alarms.
 */
export function AlarmWord() {
  const may = useSession((session) => session.user !== null && allowsAccess(session, alarmCount.access));
  return may ? <Word /> : null;
}

function Word() {
  const client = useQueryClient();
  const { data: told } = useAsk(alarmCount, {}, { refetchInterval: minuteMs });
  const counts = told ?? noAlarms;
  const { fresh, unacknowledged, working, lasting } = counts;
  const isWaiting = fresh === 0 && unacknowledged > 0;
  const urgency = isWaiting ? alarmUrgency.unacknowledged : alarmUrgency.fresh;
  const record = useRecordLink({ urgency, ...ofAllTime });
  // an alarm that is told comes with a message; the location page puts its own counts into the same place
  useEffect(
    () =>
      liveClient.onFrame(liveFrame.messageCount, () => void client.invalidateQueries({ queryKey: [alarmCount.path] })),
    [client],
  );
  const count = counts[countKey(urgency)];
  const most = constants.header.badgeMax;
  // nothing is known yet, which is not the same as nothing being wrong
  const text = told === undefined ? '--' : count > most ? `${most}+` : String(count);
  const title = `${countWords[countKey(urgency)]}，共 ${count} 条；新 ${fresh}，未确认 ${unacknowledged}，处理中 ${working}，长期 ${lasting}`;
  // both words are as wide, so that nothing beside them moves
  const word = isWaiting ? alarmUrgency.label(urgency) : '新报警';
  return <HeaderWord to={record} word={word} count={text} title={title} urgent={fresh > 0} />;
}
