/** How many of `holes` are punched at `views` of `target`: never the last one before the target itself. */
export function punchedHoles(views: number, target: number, holes: number): number {
  if (target <= 0) return holes;
  return Math.min(holes, Math.max(0, Math.floor((views / target) * holes)));
}
