import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<"div">} props */
function Card({ className, ...props }) {
  return (
    <div
      className={cn("flex flex-col gap-6 rounded-xl border bg-card py-6 text-card-foreground shadow-sm", className)}
      {...props}
    />
  );
}

/** @param {React.ComponentProps<"div">} props */
function CardHeader({ className, ...props }) {
  return <div className={cn("flex flex-col gap-1.5 px-6", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function CardTitle({ className, ...props }) {
  return <div className={cn("font-semibold leading-none", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function CardDescription({ className, ...props }) {
  return <div className={cn("text-sm text-muted-foreground", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function CardAction({ className, ...props }) {
  return <div className={cn("ml-auto self-start", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function CardContent({ className, ...props }) {
  return <div className={cn("px-6", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function CardFooter({ className, ...props }) {
  return <div className={cn("flex items-center px-6", className)} {...props} />;
}

export { Card, CardHeader, CardTitle, CardDescription, CardAction, CardContent, CardFooter };
