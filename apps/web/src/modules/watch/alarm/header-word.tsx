import { useQueryClient } from '@tanstack/react-query';
import { allowsAccess } from '@tongda/contract/core/allows';
import { minuteMs } from '@tongda/contract/core/durations';
import { liveFrame } from '@tongda/contract/core/live';
import { constants } from '@tongda/contract/shell/constants';
import { alarmCount } from '@tongda/contract/watch/alarm/calls';
import { alarmUrgency, countWords, noAlarms } from '@tongda/contract/watch/alarm/urgency';
import { useEffect } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { liveClient } from '../../../kit/live/connection';
import { useSession } from '../../../kit/session/user';
import { HeaderWord } from '../../../kit/show/header-word';
import { ofAllTime, useRecordLink } from './links';

/** 报警 in the header: the alarms that are new, the same figure as the feed's, and the way to them. Nothing for who may not see alarms. */
export function AlarmWord() {
  const may = useSession((session) => session.user !== null && allowsAccess(session, alarmCount.access));
  return may ? <Word /> : null;
}

function Word() {
  const client = useQueryClient();
  const { data: counts = noAlarms } = useAsk(alarmCount, {}, { refetchInterval: minuteMs });
  const record = useRecordLink({ urgency: alarmUrgency.fresh, ...ofAllTime });
  // an alarm that is told comes with a message; the location page puts its own counts into the same place
  useEffect(
    () =>
      liveClient.onFrame(liveFrame.messageCount, () => void client.invalidateQueries({ queryKey: [alarmCount.path] })),
    [client],
  );
  const { fresh } = counts;
  const text = fresh > constants.header.badgeMax ? `${constants.header.badgeMax}+` : String(fresh);
  const title = `${countWords.fresh}，共 ${fresh} 条；未确认 ${counts.unacknowledged}，处理中 ${counts.working}，长期 ${counts.lasting}`;
  return <HeaderWord to={record} word="报警" count={text} title={title} urgent={fresh > 0} />;
}
