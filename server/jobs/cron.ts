/** Schedules that several queues have; what runs once a night names a minute of its own, so that not all run at once. */
export const EVERY_MINUTE = '* * * * *';
export const EVERY_TEN_MINUTES = '*/10 * * * *';
