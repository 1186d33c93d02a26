export {
  type BookedBy,
  type BookingResult,
  book,
  captureRequest,
  findBooking,
  isNotOpen,
} from './book.ts';
export { checkBooking, createBooking } from './create-booking.ts';
export { Booking, CreateBookingBody } from './schemas.ts';
