import "server-only";
import type { Entity } from "./app-model";
import { sentence } from "../language/inflect";

const known: [RegExp, string][] = [
  [/sign_?up$|^(?:Subscriber|Subscription|Volunteer|Member|Mentor)$/i, "Sign up"],
  [/^(?:Message|Inquiry|Enquiry)$/, "Contact us"],
  [/^(?:Contact|Lead|Prospect)$/, "Get in touch"],
  [/^(?:Feedback|Testimonial)$/, "Give feedback"],
  [/Review$/, "Write a review"],
  [/^(?:Registration|Attendee|Participant)$/, "Register"],
  [/^(?:Booking|Appointment|Reservation)$|(?:Rental|Hire|Stay)$/, "Book now"],
  [/^Wait(?:ing)?_?list(?:_?Entry)?$/i, "Join the waiting list"],
  [/^Enrol?ment$/, "Enrol"],
  [/^(?:Candidate|Applicant)$|Application$/, "Apply"],
  [/^Guest_?Book/i, "Sign the guestbook"],
  [/^Donation$/, "Donate"],
  [/Pledge$/, "Back this"],
  [/^(?:\w+ )?Order$/, "Order"],
];

/** Whoever runs the app says when. */
const isRequested =
  /(?:^| )(?:viewing|visit|quote|callback|call back|test drive|consultation|demo|estimate|pick up|pickup)$/;

/** What a page is called on which visitors send in a row of a table: what they come to do there. */
export function formTitle(entity: Entity): string {
  const one = sentence(entity.title ?? entity.name).toLowerCase();
  const title = known.find(([pattern]) => pattern.test(entity.name))?.[1];
  // A ticket that is somebody's is for a show, and no report of a fault.
  if (entity.name.endsWith("Ticket") && (entity.properties.holder || entity.properties.buyer)) return "Get tickets";
  const isReported = ["reported_on", "reported_at", "reported_by", "reporter"].some((name) => entity.properties[name]);
  const verb = isRequested.test(one) ? "Request" : isReported && !/(?:report|complaint)$/.test(one) ? "Report" : "Send";
  return title ?? `${verb} ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;
}

/** What a page is called on which times of a table are booked. */
export function bookTitle(entity: Entity): string {
  const one = sentence(entity.title ?? entity.name).toLowerCase();
  if (/^(?:booking|reservation|slot|time slot)$/.test(one)) return "Book a time";
  return `Book ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;
}
