import { tankHistory } from '@tongda/contract/resources/vehicle/tank';
import { useAsk } from '../../../../kit/call/use-ask';
import { none, shortTime } from '../../../../kit/show/format';
import { ErrorState, Loading } from '../../../../kit/show/states';

/** The versions of a vehicle's tables, newest first. */
export function TankHistory({ vehicleId }: { vehicleId: string }) {
  const answer = useAsk(tankHistory, { vehicleId });
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (answer.data.length === 0) return <p className="td-cap">还没有标定过：没有标定的油箱，传感器的值就是升</p>;
  return (
    <table className="resources-vehicle-tank-points" data-wide>
      <thead>
        <tr>
          <th className="no">油箱</th>
          <th>生效时间</th>
          <th>失效时间</th>
          <th className="num">容量(L)</th>
          <th className="num">标定点</th>
          <th>保存人</th>
          <th>保存时间</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {answer.data.map((version) => (
          <tr key={version.id}>
            <td className="no">{version.tank}</td>
            <td title={version.startTime ?? undefined}>{version.startTime ? shortTime(version.startTime) : '最初'}</td>
            <td title={version.endTime ?? undefined}>{version.endTime ? shortTime(version.endTime) : '当前'}</td>
            <td className="num">{version.capacityL ?? none}</td>
            <td className="num">{version.points}</td>
            <td>{version.userName || none}</td>
            <td title={version.savedTime}>{shortTime(version.savedTime)}</td>
            <td>{version.remark || none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
