import { type LinkFigures, type Quality, qualityOf } from '#protocol/call-quality.ts';

/** What mediasoup's score of 0 to 10 looks like to people: below 5 pictures break up, below 8 it is noticed. */
export const qualityOfScore = (score: number | null): Quality | null => {
  if (score === null) return null;
  if (score < 5) return 'poor';
  return score < 8 ? 'fair' : 'good';
};

export interface MeasuredMember {
  /** Of the media node; null where there is none. */
  readonly score: number | null;
  /** Of the member's own browser; null before it has measured. */
  readonly link: (LinkFigures & { readonly quality?: Quality }) | null;
}

/** The worse of what their browser and the node measure; the node also notices a browser that stopped measuring. */
export const qualityOfMember = ({ score, link }: MeasuredMember): Quality | null => {
  const measured = link && (link.quality ?? qualityOf(link));
  const known = [qualityOfScore(score), measured];
  return (['poor', 'fair', 'good'] as const).find((quality) => known.includes(quality)) ?? null;
};
