/**
 * Questions in a row that one who is asked for money's whereabouts (a gateway, a rail, a supplier) may leave unanswered
 * before a run leaves it alone: each time-out takes long.
 */
export const MAX_SILENCES = 3;
