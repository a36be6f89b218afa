import { type CrossedAreas, crossedWords } from '@tongda/contract/ground/route-plan/way';

/** 途经禁行区: the areas that the way of a plan goes through; straight legs are said to be estimates. */
export function Crossed({ crossed, estimated }: { crossed: CrossedAreas; estimated: boolean }) {
  const words = crossedWords(crossed);
  if (!words) return null;
  return (
    <p className="ground-route-plan-note" role="status">
      {words}
      {estimated ? '（按直线判断，实际道路可能不同）' : ''}
    </p>
  );
}
