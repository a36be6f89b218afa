import { Star } from 'lucide-react';
import { useAct } from '../../../kit/call/use-act';

interface FollowStarProps {
  /** number of the order or waybill */
  code: string;
  followed: boolean;
  set: (follow: boolean) => Promise<unknown>;
  done: () => void;
}

/** 关注 ☆: what a user marks stands first in his list, and he gets messages about it. */
export function FollowStar({ code, followed, set, done }: FollowStarProps) {
  const turn = useAct(() => set(!followed), {
    told: followed ? `已取消关注 ${code}` : `已关注 ${code}，有动态时通知您`,
    done,
  });
  return (
    <button
      type="button"
      className="td-plain transport-tracking-star"
      aria-label={`关注 ${code}`}
      aria-pressed={followed}
      disabled={turn.busy}
      onClick={() => void turn.run()}
    >
      <Star fill={followed ? 'currentColor' : 'none'} />
    </button>
  );
}
