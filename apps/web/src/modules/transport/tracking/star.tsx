import { Star } from 'lucide-react';
import { useState } from 'react';
import { reportError, toast } from '../../../kit/dialog/notify';

interface FollowStarProps {
  /** number of the order or waybill */
  code: string;
  followed: boolean;
  set: (follow: boolean) => Promise<unknown>;
  done: () => void;
}

/** 关注 ☆: what is marked stands first in one's list, and one is told what happens to it. */
export function FollowStar({ code, followed, set, done }: FollowStarProps) {
  const [busy, setBusy] = useState(false);
  const turn = async (): Promise<void> => {
    setBusy(true);
    try {
      await set(!followed);
      toast('success', followed ? `已取消关注 ${code}` : `已关注 ${code}，有动态时通知您`);
      done();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="td-plain trk-star"
      aria-label={`关注 ${code}`}
      aria-pressed={followed}
      disabled={busy}
      onClick={() => void turn()}
    >
      <Star fill={followed ? 'currentColor' : 'none'} />
    </button>
  );
}
